// Deleting a metric: reports lose it, no event is lost.
import { Text } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { Metric } from './metric.ts';

export function DeleteMetric({ metric, onClose }: { metric: Metric; onClose: () => void }) {
  const { name: site } = useSite();
  const removing = useChange(consoleApi.deleteMetric, [consoleApi.listMetrics]);
  const { id, metric: body } = metric;
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${body.name}?`}
      confirm="Delete metric"
      isDangerous
      isBusy={removing.isPending}
      error={removing.error}
      onConfirm={() =>
        removing.mutate({ params: { site, id: String(id) } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <Text size="sm">
        Reports lose it; the events that it counts stay. A metric that a campaign uses cannot be
        deleted.
      </Text>
    </ConfirmDialog>
  );
}
