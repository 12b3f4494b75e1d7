// Leaves a whole property out of a person's affinity, or takes that back.
import { Button, Group, Text } from '@mantine/core';
import type { Property } from './detailed.ts';
import type { PersonName } from './look-up.tsx';
import { useEdit } from './use-edit.ts';

export function PropertyEdit({ property, name }: { property: Property; name: PersonName }) {
  const { mayEdit, isBusy, error, set, remove } = useEdit(name);
  if (!mayEdit || property.mutedBy === 'site') return null;
  const { property: called, edit } = property;
  // Its name is above already; screen readers get it with the button.
  const takeBack = edit?.action === 'mute' ? 'Unmute' : 'Remove edit';
  return (
    <Group gap="xs">
      {Boolean(error) && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          Nothing was changed. Try again.
        </Text>
      )}
      {edit ? (
        <Button
          variant="default"
          size="compact-sm"
          loading={isBusy}
          onClick={() => remove({ property: called })}
          aria-label={`${takeBack} ${called}`}
        >
          {takeBack}
        </Button>
      ) : (
        <Button
          variant="default"
          size="compact-sm"
          loading={isBusy}
          onClick={() => set({ property: called, action: 'mute' })}
          aria-label={`Mute ${called}`}
        >
          Mute
        </Button>
      )}
    </Group>
  );
}
