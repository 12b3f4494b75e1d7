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
      about="Campaigns that would get in each other’s way share a layer: a user is in one of them at most. Slots that are given stay, so that a campaign more moves nobody."
      actions={data && data.length > 0 && make}
    >
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {!data && !error && <ListSkeleton rows={3} />}
      {data?.length === 0 && (
        <EmptyState icon="layers" title="No layers yet" action={make}>
          Two tests of the same page spoil each other’s numbers where a user is in both. Put them
          into a layer, and each takes a share of its slots.
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
