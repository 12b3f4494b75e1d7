// Deleting a key: what it means, who used it lately, and then the receipt.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FirstFew } from '../../ui/first-few.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Time } from '../../ui/time.tsx';
import { nameOf, sayCalls } from './key.ts';
import { KeyDialog, type LoadedKey } from './key-dialog.tsx';
import { Receipt } from './receipt.tsx';

export function DeleteKey({ id, onClose }: { id: string; onClose: () => void }) {
  const { name: site } = useSite();
  const remove = useChange(consoleApi.deleteKey, [consoleApi.listKeys]);
  return (
    <KeyDialog
      id={id}
      title={({ key }) => (remove.data ? `${key.name} is deleted` : `Delete ${key.name}?`)}
      onClose={onClose}
    >
      {(loaded) =>
        remove.data ? (
          <Receipt id={id} onClose={onClose} />
        ) : (
          <Stack>
            <Alert color="red" icon={<Icon name="alert" />}>
              This cannot be undone. Requests with this key are rejected from now on. Replace it in
              every application that uses it.
            </Alert>
            <UsedLately loaded={loaded} />
            <ErrorAlert error={remove.error} />
            <Group justify="flex-end">
              {/* Pressing Enter without reading keeps the key. */}
              <Button variant="default" onClick={onClose} data-autofocus>
                Cancel
              </Button>
              <Button
                color="red"
                loading={remove.isPending}
                onClick={() => remove.mutate({ params: { site, id } })}
              >
                Delete key
              </Button>
            </Group>
          </Stack>
        )
      }
    </KeyDialog>
  );
}

const mostShown = 5;

function UsedLately({ loaded: { key, clients } }: { loaded: LoadedKey }) {
  if (clients.length === 0) {
    return (
      <Text size="sm">
        {key.lastUsedAt === null ? (
          'Never used.'
        ) : (
          <>
            Not used in the last 30 days. Last used <Time at={key.lastUsedAt} />.
          </>
        )}
      </Text>
    );
  }
  return (
    <FirstFew
      title="Used in the last 30 days by"
      items={clients}
      most={mostShown}
      keyOf={({ userAgent, address }) => `${userAgent} ${address}`}
    >
      {({ userAgent, address, calls, lastUsedAt }) => (
        <>
          {nameOf({ userAgent, address })}
          {address && ` at ${address}`}: {sayCalls(calls)}, last <Time at={lastUsedAt} />
        </>
      )}
    </FirstFew>
  );
}
