// Deleting a layer that no campaign needs any more.
import { Text } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { Layer } from './layer.ts';

export function DeleteLayer({ layer, onClose }: { layer: Layer; onClose: () => void }) {
  const { name: site } = useSite();
  const removing = useChange(consoleApi.deleteLayer, [consoleApi.listLayers]);
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${layer.layer.name}?`}
      confirm="Delete layer"
      isDangerous
      isBusy={removing.isPending}
      error={removing.error}
      onConfirm={() =>
        removing.mutate({ params: { site, id: String(layer.id) } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <Text size="sm">This cannot be undone. A layer with campaigns in it cannot be deleted.</Text>
    </ConfirmDialog>
  );
}
