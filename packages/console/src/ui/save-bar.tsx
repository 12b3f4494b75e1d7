// The bar at the foot of a page that is a form: what is not saved yet, and what came of saving.

import { sayFirst } from '@attune/core';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { isProblem } from '../api/problem.ts';
import { ErrorAlert } from './error-alert.tsx';
import { Opening } from './opening.tsx';

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
        <b>Unsaved changes:</b> {changed}
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

/** Says that each error is at its field. */
export function FieldErrorsNotice() {
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      Not saved. Fix the fields that are marked, then save again.
    </Text>
  );
}

interface Versioned {
  readonly form: {
    readonly isChanged: boolean;
    /** Another teammate has saved since it was begun. */
    readonly isBehind: boolean;
    readonly isSaving: boolean;
    readonly error: unknown;
    /** Errors that are found before anything is sent. */
    readonly faults: readonly unknown[];
    readonly discard: () => void;
  };
  /** What it is: "strategy". */
  readonly noun: string;
  /** The verb: "Save". */
  readonly save: string;
  /** What was changed, called while something is. */
  readonly changes: () => readonly { readonly at: string }[];
  /** Both changes beside each other, where another teammate saved first. */
  readonly conflict: (onClose: () => void) => ReactNode;
}

/** The bar of a form whose thing has versions: others may save it as well. */
export function VersionedSaveBar({ form, noun, save, changes, conflict }: Versioned) {
  const [isLooking, setIsLooking] = useState(false);
  const { error, isBehind, faults } = form;
  if (!form.isChanged && !error) return null;
  const areTold = isProblem(error) && (error.document.errors?.length ?? 0) > 0;
  return (
    <SaveBarFrame>
      {faults.length > 0 && <FieldErrorsNotice />}
      {isBehind ? (
        <Group justify="space-between" gap="xs" role="alert">
          <Text size="sm" c="var(--mantine-color-error)">
            Another teammate saved this {noun} after you opened it. Your changes are kept.
          </Text>
          <Button size="xs" variant="default" onClick={() => setIsLooking(true)}>
            Compare changes
          </Button>
        </Group>
      ) : (
        !areTold && <ErrorAlert error={error} />
      )}
      {form.isChanged && (
        <NotSaved
          changed={sayFirst(changes().map(({ at }) => at))}
          save={save}
          isSaving={form.isSaving}
          onDiscard={form.discard}
        />
      )}
      {isLooking && (
        <Suspense fallback={<Opening />}>{conflict(() => setIsLooking(false))}</Suspense>
      )}
    </SaveBarFrame>
  );
}
