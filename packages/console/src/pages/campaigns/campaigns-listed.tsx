// The campaigns of a site: searched, narrowed down, begun.
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'wouter';
import { type Answer, consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { Pager, usePages } from '../../ui/pager.tsx';
import { curlOfCampaign, type Status } from './campaign.ts';
import { CampaignList } from './campaign-list.tsx';

const NewCampaign = lazy(async () => ({
  default: (await import('./new-campaign.tsx')).NewCampaign,
}));

const size = 20;

interface Filter {
  readonly search: string;
  readonly status: Status | '';
  readonly label: string;
}
const noFilter: Filter = { search: '', status: '', label: '' };

export function CampaignsListed() {
  const mayCreate = useMay(consoleApi.createCampaign);
  const [search, setSearch] = useSearchParams();
  const [filter, setFilter] = useState(noFilter);
  const listed = useCampaigns(filter);
  const { data, error, pages } = listed;
  const isFiltering = Object.values(filter).some((one) => one !== '');
  const hasNone = data?.items.length === 0 && !isFiltering && pages.page === 0;
  return (
    <Page
      title="Campaigns"
      about="What programs ask for by a selector, and who is given what: tests, targeted content, switches."
      actions={mayCreate && <NewButton />}
    >
      {error && <ErrorAlert error={error} onRetry={listed.refetch} />}
      {!data && !error && <ListSkeleton />}
      {hasNone && (
        <EmptyState
          icon="campaign"
          title="No campaigns yet"
          action={mayCreate && <NewButton />}
          curl={curlOfCampaign(window.location.origin)}
        >
          A campaign says who is given what when a program asks for its selector. Begin with one
          here, or make it by the API with a key of the permission Experience management:
        </EmptyState>
      )}
      {data && !hasNone && (
        <>
          <Filters filter={filter} onFilter={setFilter} items={data.items} />
          <CampaignList campaigns={data.items} />
          <Pager {...pages} next={data.next} shown={data.items.length} size={size} />
        </>
      )}
      {mayCreate && search.has('new') && (
        <Suspense>
          <NewCampaign onClose={() => setSearch('', { replace: true })} />
        </Suspense>
      )}
    </Page>
  );
}

function useCampaigns({ search, status, label }: Filter) {
  const { name: site } = useSite();
  const [q] = useDebouncedValue(search.trim(), 250);
  const pages = usePages(JSON.stringify([q, status, label]));
  const query = {
    limit: String(size),
    ...(q && { q }),
    ...(label && { label }),
    ...(status && { status }),
    ...(pages.cursor && { cursor: pages.cursor }),
  };
  const asked = useAnswer(
    consoleApi.listCampaigns,
    { params: { site }, query },
    { keepsPrevious: true },
  );
  return { ...asked, pages };
}

function NewButton() {
  const [, setSearch] = useSearchParams();
  return (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setSearch('new')}>
      New campaign
    </Button>
  );
}

interface FiltersGiven {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  /** Their labels can be chosen. */
  readonly items: Answer<'listCampaigns'>['items'];
}

function Filters({ filter, onFilter, items }: FiltersGiven) {
  const set = (part: Partial<Filter>) => onFilter({ ...filter, ...part });
  const labels = items.flatMap(({ campaign }) => (campaign as { labels?: string[] }).labels ?? []);
  const known = [...new Set([...labels, ...(filter.label ? [filter.label] : [])])].sort();
  return (
    <Group gap="sm" role="search" aria-label="Filter">
      <TextInput
        aria-label="Search campaigns"
        placeholder="Search by name or selector"
        type="search"
        leftSection={<Icon name="search" size={16} />}
        style={{ flex: '1 1 14rem', maxWidth: 360 }}
        maxLength={200}
        value={filter.search}
        onChange={(event) => set({ search: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label="Status"
        value={filter.status}
        data={[
          { value: '', label: 'Any status' },
          { value: 'live', label: 'Live' },
          { value: 'draft', label: 'Draft' },
          { value: 'paused', label: 'Paused' },
          { value: 'archived', label: 'Archived' },
        ]}
        onChange={(event) => set({ status: event.currentTarget.value as Filter['status'] })}
      />
      {known.length > 0 && (
        <NativeSelect
          aria-label="Label"
          value={filter.label}
          data={[{ value: '', label: 'Any label' }, ...known]}
          onChange={(event) => set({ label: event.currentTarget.value })}
        />
      )}
    </Group>
  );
}
