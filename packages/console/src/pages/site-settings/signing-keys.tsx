// The keys that sign what the site has decided. They are rotated at once.
import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer, useChange } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/section.tsx';

export function SigningKeys() {
  const mayRotate = useMay(consoleApi.rotateSigningKey);
  return mayRotate ? <Rotation /> : null;
}

function Rotation() {
  const { name: site } = useSite();
  const { data, error, refetch } = useAnswer(consoleApi.readSigningKeys, { params: { site } });
  const [isAsked, setIsAsked] = useState(false);
  const [newest, ...earlier] = data?.keys ?? [];
  return (
    <Section
      title="Signing key"
      anchor="signing-key"
      about="Attune signs decision, slot and preview IDs with it, so that others cannot forge them. Rotate it if it may have leaked."
    >
      <Stack gap="xs" align="flex-start">
        <ErrorAlert error={error} onRetry={refetch} />
        {newest && (
          <Text size="sm">
            In use since <Moment at={newest.activeAt} />.{' '}
            {earlier.length === 0
              ? 'No earlier keys.'
              : `IDs of ${earlier.length} earlier keys are still accepted.`}
          </Text>
        )}
        <Button variant="default" onClick={() => setIsAsked(true)}>
          Rotate signing key
        </Button>
      </Stack>
      {isAsked && <Rotate onClose={() => setIsAsked(false)} />}
    </Section>
  );
}

function Rotate({ onClose }: { onClose: () => void }) {
  const { name: site } = useSite();
  const [dropEarlier, setDropEarlier] = useState(false);
  const rotating = useChange(consoleApi.rotateSigningKey, [
    consoleApi.readSigningKeys,
    consoleApi.listAudit,
  ]);
  return (
    <ConfirmDialog
      isOpen
      title="Rotate the signing key?"
      confirm="Rotate key"
      isDangerous={dropEarlier}
      isBusy={rotating.isPending}
      error={rotating.error}
      onConfirm={() =>
        rotating.mutate({ params: { site }, body: { dropEarlier } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <Text size="sm">The new key is used within seconds. Visitors notice nothing.</Text>
      <Checkbox
        label="Drop earlier keys"
        description="Rejects IDs signed with earlier keys: clicks on open pages, previews, explanations of past decisions. This cannot be undone."
        checked={dropEarlier}
        onChange={(event) => setDropEarlier(event.currentTarget.checked)}
      />
    </ConfirmDialog>
  );
}
