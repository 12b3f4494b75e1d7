// Deleting a strategy, which is refused while a campaign recommends by it.
import { Text } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Strategy, stale, strategyParams } from './strategy.ts';
import { sayUsers } from './uses.ts';

interface Given {
  readonly strategy: Strategy;
  readonly onClose: () => void;
  /** When it is there no more. */
  readonly onGone?: () => void;
}

export function RemoveStrategy({ strategy: { id, strategy, usedBy }, onClose, onGone }: Given) {
  const { name: site } = useSite();
  const remove = useChange(consoleApi.deleteStrategy, stale);
  const onSuccess = () => {
    onClose();
    onGone?.();
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${strategy.name}?`}
      confirm="Delete strategy"
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(strategyParams(site, id), { onSuccess })}
      onClose={onClose}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        This cannot be undone. You can delete a strategy once no campaign uses it.{' '}
        {sayUsers(usedBy)}.
      </Text>
    </ConfirmDialog>
  );
}
