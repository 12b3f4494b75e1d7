// Rotation: a successor is created, and the old key keeps working for a while.
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { ValueShown } from './value-shown.tsx';

const hour = 3_600;
const graces = [
  { value: '0', label: 'Stops at once' },
  { value: String(hour), label: 'For 1 hour' },
  { value: String(24 * hour), label: 'For 1 day' },
  { value: String(7 * 24 * hour), label: 'For 7 days' },
  { value: String(30 * 24 * hour), label: 'For 30 days' },
];

export function RotateKey({ id, onClose }: { id: string; onClose: () => void }) {
  const { name: site } = useSite();
  const [grace, setGrace] = useState(String(24 * hour));
  const rotate = useChange(consoleApi.rotateKey, [consoleApi.listKeys]);
  return (
    <KeyDialog
      id={id}
      title={({ key }) =>
        rotate.data ? `New key ${rotate.data.key.name} created` : `Rotate ${key.name}`
      }
      onClose={onClose}
      closeOnClickOutside={!rotate.data}
      closeOnEscape={!rotate.data}
    >
      {() =>
        rotate.data ? (
          <ValueShown
            apiKey={rotate.data.key}
            value={rotate.data.value}
            isShownOnce={!rotate.data.key.canCopy}
            onClose={onClose}
          />
        ) : (
          <Stack>
            <Text size="sm">
              This creates a new key with the same name, permissions and restrictions. Use it in
              every application before the old key expires.
            </Text>
            <NativeSelect
              label="Keep the old key working"
              data={graces}
              value={grace}
              maw={260}
              onChange={(event) => setGrace(event.currentTarget.value)}
            />
            <ErrorAlert error={rotate.error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button
                loading={rotate.isPending}
                onClick={() =>
                  rotate.mutate({ params: { site, id }, body: { graceSeconds: Number(grace) } })
                }
              >
                Rotate key
              </Button>
            </Group>
          </Stack>
        )
      }
    </KeyDialog>
  );
}
