// What is not saved yet, the buttons that save or discard it, and when what was saved is in force.
import { Button, CloseButton, Group, Paper, Stack, Text } from '@mantine/core';
import { isProblem } from '../../api/problem.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { changedLabels } from './draft.ts';
import type { Form } from './form.ts';
import { InForce } from './in-force.tsx';

/** Fields that show their faults themselves. */
const told = [
  'vertical',
  'features',
  'timeZone',
  'currency',
  'requireConsent',
  'requireIdentityToken',
  'decisionLog',
  'affinity',
];

/** What is said at its field is not said again, so that the bar leaves the fields in sight. */
function Refusal({ error }: { error: unknown }) {
  const faults = (isProblem(error) && error.document.errors) || [];
  const isTold = ({ pointer }: (typeof faults)[number]) =>
    told.includes(pointer.split('/')[1] ?? '');
  if (faults.length === 0 || !faults.every(isTold)) {
    return <ErrorAlert error={error} toldElsewhere={told} />;
  }
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      Nothing was saved. What to put right is said at its field.
    </Text>
  );
}

export function SaveBar({ form }: { form: Form }) {
  const changed = changedLabels(form.draft);
  const { error, savedRevision } = form;
  if (changed.length === 0 && !error && savedRevision === undefined) return null;
  return (
    <Paper
      withBorder
      shadow="md"
      p="sm"
      pos="sticky"
      bottom={8}
      style={{ zIndex: 10 }}
      role="region"
      aria-label="Unsaved changes"
    >
      <Stack gap="xs">
        <Refusal error={error} />
        {changed.length > 0 ? (
          <Group justify="space-between" gap="sm">
            <Text size="sm" style={{ flex: '1 1 12rem' }}>
              <b>Not saved yet:</b> {changed.join(', ')}
            </Text>
            <Group gap="xs">
              <Button variant="default" onClick={form.discard} disabled={form.isSaving}>
                Discard
              </Button>
              <Button type="submit" loading={form.isSaving}>
                Save
              </Button>
            </Group>
          </Group>
        ) : (
          savedRevision !== undefined && (
            <Group justify="space-between" wrap="nowrap">
              <InForce key={savedRevision} revision={savedRevision} />
              <CloseButton aria-label="Close" onClick={form.dismiss} />
            </Group>
          )
        )}
      </Stack>
    </Paper>
  );
}
