// What is not saved yet, the buttons that save or discard it, and who was faster.
import { Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { isProblem } from '../../../api/problem.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { FaultsAtFields, NotSaved, SaveBarFrame } from '../../../ui/save-bar.tsx';
import { differencesBetween } from '../differences.ts';
import { bodyOf } from '../draft.ts';
import type { Form } from './form.ts';

const Conflict = lazy(async () => ({ default: (await import('./conflict.tsx')).Conflict }));

export function SaveBar({ form }: { form: Form }) {
  const [isLooking, setIsLooking] = useState(false);
  const { error, isBehind, faults } = form;
  if (!form.isChanged && !error) return null;
  const areTold = isProblem(error) && (error.document.errors?.length ?? 0) > 0;
  return (
    <SaveBarFrame>
      {faults.length > 0 && <FaultsAtFields />}
      {isBehind ? (
        <Group justify="space-between" gap="xs" role="alert">
          <Text size="sm" c="var(--mantine-color-error)">
            Somebody saved this strategy after you began. Nothing of yours is lost.
          </Text>
          <Button size="xs" variant="default" onClick={() => setIsLooking(true)}>
            Look at the difference
          </Button>
        </Group>
      ) : (
        !areTold && <ErrorAlert error={error} />
      )}
      {form.isChanged && (
        <NotSaved
          changed={sayChanged(form)}
          save="Save"
          isSaving={form.isSaving}
          onDiscard={form.discard}
        />
      )}
      {isLooking && (
        <Suspense>
          <Conflict form={form} onClose={() => setIsLooking(false)} />
        </Suspense>
      )}
    </SaveBarFrame>
  );
}

/** The first of what was changed, and how much there is beside it. */
function sayChanged({ draft, base }: Form): string {
  const found = differencesBetween(bodyOf(base).body, bodyOf(draft).body).map(({ at }) => at);
  const shown = found.slice(0, 3).join(', ');
  return found.length > 3 ? `${shown} and ${found.length - 3} more` : shown;
}
