// The campaigns of a site as a table, with what can be done with one or with many.
import { Badge, Button, Code, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { Mark } from '../../ui/mark.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { NameLink } from '../../ui/table/name-link.tsx';
import type { TableStore } from '../../ui/table/use-state.ts';
import { Time } from '../../ui/time.tsx';
import { useHasDraft } from '../../ui/unsaved.ts';
import { bodyIn, type Campaign, hasUnpublished, toneOf, typeLabels, wordOf } from './campaign.ts';
import { CampaignActions, type CampaignVerb } from './campaign-actions.tsx';
import { CampaignMenu } from './campaign-menu.tsx';
import { ChangeMany, type ManyVerb, manyVerbs } from './change-many.tsx';
import { draftKey } from './editor/draft-key.ts';
import { Schedule, ToBePublished } from './schedule.tsx';

export const filterIds = ['status', 'label', 'type'];

interface Given {
  readonly campaigns: readonly Campaign[];
  readonly store: TableStore;
  readonly isPartial: boolean;
}

export function CampaignTable({ campaigns, store, isPartial }: Given) {
  const [doing, setDoing] = useState<{ verb: CampaignVerb; campaign: Campaign }>();
  const [many, setMany] = useState<{ verb: ManyVerb; rows: readonly Campaign[] }>();
  const mayChange = useMay(consoleApi.replaceCampaign);
  return (
    <>
      <DataTable
        {...{ label: 'Campaigns', rows: campaigns, columns, store, isPartial, search }}
        idOf={({ id }) => id}
        nameOf={nameOf}
        {...(mayChange && {
          actions: (campaign: Campaign) => (
            <CampaignMenu campaign={campaign} onDo={(verb) => setDoing({ verb, campaign })} />
          ),
          bulk: (rows: readonly Campaign[]) =>
            manyVerbs.map(({ verb, label }) => (
              <Button
                key={verb}
                variant="default"
                size="xs"
                onClick={() => setMany({ verb, rows })}
              >
                {label}
              </Button>
            )),
        })}
      />
      {doing && <CampaignActions {...doing} onClose={() => setDoing(undefined)} />}
      {many && <ChangeMany {...many} onClose={() => setMany(undefined)} />}
    </>
  );
}

const nameOf = (campaign: Campaign) => bodyIn(campaign).name;

const search = {
  label: 'Search campaigns',
  placeholder: 'Search by name, placement or label',
  textOf: (campaign: Campaign) => {
    const { name, selector, labels = [] } = bodyIn(campaign);
    return [name, selector, ...labels].join('\n');
  },
};

const columns: readonly Column<Campaign>[] = [
  {
    id: 'name',
    head: 'Name',
    cell: (campaign) => <Name campaign={campaign} />,
    sortBy: nameOf,
  },
  {
    id: 'status',
    head: 'Status',
    cell: (campaign) => <StatusOf campaign={campaign} />,
    sortBy: ({ status }) => wordOf[status],
    filter: {
      any: 'Any status',
      valuesOf: ({ status }) => [status],
      say: (status) => wordOf[status as Campaign['status']] ?? status,
      options: ['live', 'draft', 'paused', 'archived'],
    },
  },
  {
    id: 'type',
    head: 'Type',
    cell: (campaign) => typeLabels[bodyIn(campaign).type],
    sortBy: (campaign) => typeLabels[bodyIn(campaign).type],
    isShort: true,
    filter: {
      any: 'Any type',
      valuesOf: (campaign) => [bodyIn(campaign).type],
      say: (type) => typeLabels[type as keyof typeof typeLabels] ?? type,
    },
  },
  {
    id: 'label',
    head: 'Labels',
    cell: (campaign) => {
      const { labels = [] } = bodyIn(campaign);
      return labels.length > 0 ? <Labels labels={labels} /> : undefined;
    },
    sortBy: (campaign) => bodyIn(campaign).labels?.join(' ') || null,
    filter: { any: 'Any label', valuesOf: (campaign) => bodyIn(campaign).labels ?? [] },
  },
  {
    id: 'changed',
    head: 'Changed',
    cell: ({ updatedAt, updatedBy }) => (
      <Text size="xs" c="dimmed" component="div">
        {updatedAt !== null && <Time at={updatedAt} />}
        {updatedBy !== '' && <div>by {updatedBy}</div>}
      </Text>
    ),
    sortBy: ({ updatedAt }) => (updatedAt === null ? null : Date.parse(updatedAt)),
    isLatestFirst: true,
  },
];

function Name({ campaign }: { campaign: Campaign }) {
  const { name: site } = useSite();
  const hasDraft = useHasDraft();
  const { name, selector } = bodyIn(campaign);
  return (
    <>
      <Group gap={8}>
        <NameLink to={`campaigns?id=${campaign.id}`}>{name}</NameLink>
        {hasDraft(draftKey(site, campaign.id)) && (
          <Mark tone="odd" size="sm">
            Not saved yet
          </Mark>
        )}
      </Group>
      <Code style={{ overflowWrap: 'anywhere' }}>{selector}</Code>
    </>
  );
}

function StatusOf({ campaign }: { campaign: Campaign }) {
  return (
    <>
      <Mark tone={toneOf[campaign.status]} size="sm">
        {wordOf[campaign.status]}
      </Mark>
      <Text size="xs" c="dimmed" component="div">
        {hasUnpublished(campaign) && <div>with unpublished changes</div>}
        <ToBePublished campaign={campaign} />
        <Schedule campaign={campaign} />
      </Text>
    </>
  );
}

function Labels({ labels }: { labels: readonly string[] }) {
  return (
    <Group gap={4}>
      {labels.map((label) => (
        <Badge key={label} size="sm" variant="default">
          {label}
        </Badge>
      ))}
    </Group>
  );
}
