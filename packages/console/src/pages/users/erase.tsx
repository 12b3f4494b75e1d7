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
      title="Erase this user?"
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
          Their identifiers, devices, profile and events are deleted within a minute. Their next
          event starts a new profile.
        </List.Item>
        <List.Item>
          Reports keep their totals: exposures and purchases stay under a random ID that cannot be
          traced back.
        </List.Item>
        <List.Item>
          Older backups still hold their data. If one is restored, they are erased again before the
          site serves anyone.
        </List.Item>
      </List>
      <TextInput
        label={`Type the identifier to confirm: ${name.cuid}`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isOther && 'This does not match. Type the identifier exactly as shown.'}
        autoComplete="off"
        spellCheck={false}
        styles={{ label: { overflowWrap: 'anywhere' } }}
      />
    </ConfirmDialog>
  );
}
