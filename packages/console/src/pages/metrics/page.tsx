// Metrics: what tests are judged by, those that every site has and the site's own.
import { Button } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useEvery } from '../../api/every.ts';
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
  const { data, error, refetch } = useEvery(consoleApi.listMetrics, site);
  return (
    <Page
      title="Metrics"
      about="What campaigns are judged by: what users do after they were exposed. Each works on events that are there already, too, so that a new metric tells of the past."
      actions={
        mayCreate && (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setSearch('new')}>
            New metric
          </Button>
        )
      }
    >
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {!data && !error && <ListSkeleton rows={4} />}
      {data && <MetricList metrics={data} />}
      {mayCreate && search.has('new') && <MetricDialog onClose={() => setSearch('')} />}
    </Page>
  );
}
