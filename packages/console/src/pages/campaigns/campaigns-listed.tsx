// The campaigns of a site: found, begun, changed one by one or many at once.
import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useListed } from '../../api/every.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Opening } from '../../ui/opening.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { isFiltered } from '../../ui/table/state.ts';
import { useAddressState } from '../../ui/table/use-state.ts';
import { curlOfCampaign } from './campaign.ts';
import { CampaignTable, filterIds } from './campaign-table.tsx';

const NewCampaign = lazy(async () => ({
  default: (await import('./new-campaign.tsx')).NewCampaign,
}));

export function CampaignsListed() {
  const { name: site } = useSite();
  const mayCreate = useMay(consoleApi.createCampaign);
  const [search, setSearch] = useSearchParams();
  const store = useAddressState(filterIds, lastChangedFirst);
  // Lists leave archived campaigns out.
  const isOfArchive = store.state.filters['status'] === 'archived';
  const listed = useListed(consoleApi.listCampaigns, site, isOfArchive ? archived : notArchived);
  const { items, isWhole, error } = listed;
  const hasNone = isWhole && items?.length === 0 && !isFiltered(store.state);
  const close = () =>
    setSearch(
      (before) => {
        before.delete('new');
        return before;
      },
      { replace: true },
    );
  return (
    <Page
      title="Campaigns"
      about="A/B tests, targeted content, recommendations and feature flags."
      actions={mayCreate && <NewButton />}
    >
      {error && <ErrorAlert error={error} onRetry={listed.refetch} />}
      {!items && !error && <ListSkeleton />}
      {hasNone && (
        <EmptyState
          icon="campaign"
          title="No campaigns yet"
          action={mayCreate && <NewButton />}
          curl={curlOfCampaign(window.location.origin)}
          curlAbout="Use a key that has the permission Experience management."
        >
          A campaign decides what each visitor sees in one place of your site.
        </EmptyState>
      )}
      {items && !hasNone && <CampaignTable campaigns={items} store={store} isPartial={!isWhole} />}
      {mayCreate && search.has('new') && (
        <Suspense fallback={<Opening />}>
          <NewCampaign onClose={close} />
        </Suspense>
      )}
    </Page>
  );
}

const lastChangedFirst = { column: 'changed', isDescending: true };
const archived = { status: 'archived' };
const notArchived = {};

function NewButton() {
  const [, setSearch] = useSearchParams();
  const open = () =>
    setSearch((before) => {
      before.set('new', '');
      return before;
    });
  return (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
      New campaign
    </Button>
  );
}
