// The question before a person is erased; the name is typed again, so that it is the right one.
import { List, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { PersonName } from './look-up.tsx';

interface Asked {
  readonly name: PersonName;
  readonly onErased: (erasureId: string) => void;
  readonly onClose: () => void;
}

export function Erase({ name, onErased, onClose }: Asked) {
  const site = useSite();
  const held = useQueryClient();
  const erasing = useChange(consoleApi.eraseUser, [consoleApi.listAudit]);
  const [typed, setTyped] = useState('');
  const [isOther, setOther] = useState(false);
  const erase = () => {
    setOther(typed !== name.cuid);
    if (typed !== name.cuid) return;
    erasing.mutate(
      { params: { site: site.name }, query: name },
      {
        onSuccess: ({ erasureId }) => {
          // Nothing about them is kept here either.
          held.removeQueries({ queryKey: [consoleApi.readUser.path] });
          held.removeQueries({ queryKey: [consoleApi.readUserAffinity.path] });
          held.removeQueries({ queryKey: [consoleApi.readUserAffinitySources.path] });
          onErased(erasureId);
        },
      },
    );
  };
  return (
    <ConfirmDialog
      isOpen
      title="Erase this person?"
      confirm="Erase for good"
      isDangerous
      isBusy={erasing.isPending}
      error={erasing.error}
      onConfirm={erase}
      onClose={onClose}
    >
      <Text size="sm">This cannot be undone.</Text>
      <List size="sm" spacing={4}>
        <List.Item>
          Their names, devices, profile and events go, within a minute. Their next event makes them
          somebody new.
        </List.Item>
        <List.Item>
          What reports count stays as numbers, such as exposures and purchases, under a random id
          that leads to nobody.
        </List.Item>
        <List.Item>
          Backups made before still hold them. When one is restored, they are erased again before
          anybody is served.
        </List.Item>
      </List>
      <TextInput
        label={`Type the name again: ${name.cuid}`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isOther && 'This is another name. Type it exactly as it is shown above.'}
        autoComplete="off"
        spellCheck={false}
        styles={{ label: { overflowWrap: 'anywhere' } }}
      />
    </ConfirmDialog>
  );
}
