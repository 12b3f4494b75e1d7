// Layers: of the campaigns of one, a user is in one at most.
import { Button, Stack } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useEvery } from '../../api/every.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { LayerDialog } from './layer-dialog.tsx';
import { LayerSection } from './layer-section.tsx';

export function Layers() {
  const { name: site } = useSite();
  const [search, setSearch] = useSearchParams();
  const mayCreate = useMay(consoleApi.createLayer);
  const { data, error, refetch } = useEvery(consoleApi.listLayers, site);
  const make = mayCreate && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setSearch('new')}>
      New layer
    </Button>
  );
  return (
    <Page
      title="Layers"
      about="Campaigns in one layer never overlap: each user is in at most one of them."
      actions={data && data.length > 0 && make}
    >
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {!data && !error && <ListSkeleton rows={3} />}
      {data?.length === 0 && (
        <EmptyState icon="layers" title="No layers yet" action={make}>
          Two tests on the same page can distort each other’s results. Put them into one layer, and
          each gets users of its own.
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <Stack gap="lg">
          {data.map((layer) => (
            <LayerSection key={layer.id} layer={layer} />
          ))}
        </Stack>
      )}
      {mayCreate && search.has('new') && <LayerDialog onClose={() => setSearch('')} />}
    </Page>
  );
}
