// Metrics: what tests are judged by, those that every site has and the site's own.
import { Button } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useListed } from '../../api/every.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { MetricDialog } from './metric-dialog.tsx';
import { MetricList } from './metric-list.tsx';

export function Metrics() {
  const { name: site } = useSite();
  const [search, setSearch] = useSearchParams();
  const mayCreate = useMay(consoleApi.createMetric);
  const { items, isWhole, error, refetch } = useListed(consoleApi.listMetrics, site);
  return (
    <Page
      title="Metrics"
      about="Metrics decide how campaigns perform. A new one also counts events already collected."
      actions={
        mayCreate && (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setSearch('new')}>
            New metric
          </Button>
        )
      }
    >
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {!items && !error && <ListSkeleton rows={4} />}
      {items && <MetricList metrics={items} isPartial={!isWhole} />}
      {mayCreate && search.has('new') && <MetricDialog onClose={() => setSearch('')} />}
    </Page>
  );
}
