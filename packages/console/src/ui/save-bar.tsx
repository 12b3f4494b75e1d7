// The bar at the foot of a page that is a form: what is not saved yet, and what came of saving.
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Stays in sight while the page is read. */
export function SaveBarFrame({ children }: { children: ReactNode }) {
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
      <Stack gap="xs">{children}</Stack>
    </Paper>
  );
}

interface Unsaved {
  /** In words. */
  readonly changed: string;
  /** The verb: "Save". */
  readonly save: string;
  readonly isSaving: boolean;
  readonly onDiscard: () => void;
}

export function NotSaved({ changed, save, isSaving, onDiscard }: Unsaved) {
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" style={{ flex: '1 1 12rem' }}>
        <b>Not saved yet:</b> {changed}
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={onDiscard} disabled={isSaving}>
          Discard
        </Button>
        <Button type="submit" loading={isSaving}>
          {save}
        </Button>
      </Group>
    </Group>
  );
}

/** Where each fault is said at its field. */
export function FaultsAtFields() {
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      Nothing was saved. What to put right is said at its field.
    </Text>
  );
}
