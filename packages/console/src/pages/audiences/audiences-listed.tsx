// The audiences of a site: how large each is, and who uses it.

import { sayFirst } from '@attune/core';
import { ActionIcon, Button, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useListed } from '../../api/every.ts';
import { useAnswer } from '../../api/queries.ts';
import { sayEstimate } from '../../conditions/estimate.tsx';
import { useMay, useSite } from '../../shell/site-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { NameLink } from '../../ui/table/name-link.tsx';
import { useAddressState } from '../../ui/table/use-state.ts';
import type { Audience } from './audience.ts';
import { RemoveAudience } from './remove-audience.tsx';
import { useAllUses } from './uses.ts';

export function AudiencesListed() {
  const { name: site } = useSite();
  const mayCreate = useMay(consoleApi.createAudience);
  const { items, isWhole, error, refetch } = useListed(consoleApi.listAudiences, site);
  const hasNone = isWhole && items?.length === 0;
  return (
    <Page
      title="Audiences"
      about="Groups of users that campaigns target by name."
      actions={mayCreate && !hasNone && <NewButton />}
    >
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {!items && !error && <ListSkeleton />}
      {hasNone && <NoAudiences mayCreate={mayCreate} />}
      {items && !hasNone && <AudienceTable audiences={items} isPartial={!isWhole} />}
    </Page>
  );
}

function NewButton() {
  const [, setSearch] = useSearchParams();
  return (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setSearch('new')}>
      New audience
    </Button>
  );
}

function NoAudiences({ mayCreate }: { mayCreate: boolean }) {
  const body = { name: 'Frequent buyers', condition: { 'activity.purchase.30d': { $gte: 2 } } };
  const curl = [
    `curl ${window.location.origin}/v2/audiences \\`,
    "  -H 'SVC-API-Key: <API_KEY>' -H 'content-type: application/json' \\",
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n');
  return (
    <EmptyState
      icon="audience"
      title="No audiences yet"
      action={mayCreate && <NewButton />}
      curl={curl}
    >
      Describe a group of users once and target it in many campaigns: recent repeat buyers, or a
      list of customers. Membership is checked on each decision.
    </EmptyState>
  );
}

interface TableGiven {
  readonly audiences: readonly Audience[];
  readonly isPartial: boolean;
}

function AudienceTable({ audiences, isPartial }: TableGiven) {
  const [leaving, setLeaving] = useState<Audience>();
  const store = useAddressState(filterIds);
  const columns = useColumns();
  const mayRemove = useMay(consoleApi.deleteAudience);
  return (
    <>
      <DataTable
        {...{ label: 'Audiences', rows: audiences, columns, store, search, isPartial }}
        idOf={({ id }) => id}
        {...(mayRemove && {
          actions: (audience: Audience) => (
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={`Delete audience: ${nameOf(audience)}`}
              onClick={() => setLeaving(audience)}
            >
              <Icon name="trash" />
            </ActionIcon>
          ),
        })}
      />
      {leaving && <RemoveAudience audience={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

const filterIds = ['kind'];
const nameOf = ({ audience }: Audience) => audience.name;
const kindOf = ({ audience: { kind = 'condition' } }: Audience) => kind;
const kindLabels = { condition: 'Condition', list: 'List' } as const;

const search = {
  label: 'Search audiences',
  placeholder: 'Search by name or notes',
  textOf: ({ audience: { name, notes = '' } }: Audience) => `${name}\n${notes}`,
};

function useColumns(): readonly Column<Audience>[] {
  const { of, isAll } = useAllUses();
  return useMemo(
    () => [
      {
        id: 'name',
        head: 'Name',
        cell: ({ id, audience: { name, notes } }) => (
          <>
            <NameLink to={`audiences?id=${id}`}>{name}</NameLink>
            {notes && (
              <Text size="xs" c="dimmed" lineClamp={2}>
                {notes}
              </Text>
            )}
          </>
        ),
        sortBy: nameOf,
      },
      {
        id: 'kind',
        head: 'Type',
        cell: (audience) => kindLabels[kindOf(audience)],
        sortBy: kindOf,
        isShort: true,
        filter: {
          any: 'Any type',
          valuesOf: (audience) => [kindOf(audience)],
          say: (kind) => kindLabels[kind as keyof typeof kindLabels] ?? kind,
        },
      },
      {
        id: 'size',
        head: 'Size',
        cell: (audience) =>
          kindOf(audience) === 'list' ? <Listed audience={audience} /> : <Size id={audience.id} />,
      },
      {
        id: 'uses',
        head: 'Used by',
        cell: ({ id }) => sayFirst(of(id)) || (isAll ? 'Not used' : ''),
        sortBy: ({ id }) => of(id).length,
        isLatestFirst: true,
      },
    ],
    [of, isAll],
  );
}

const Listed = ({ audience: { members } }: { audience: Audience }) =>
  `${new Intl.NumberFormat('en').format(members ?? 0)} people`;

function Size({ id }: { id: number }) {
  const { name: site } = useSite();
  const body = { condition: { $audience: id } };
  const { data } = useAnswer(consoleApi.estimateAudience, { params: { site }, body });
  return data ? sayEstimate(data) : 'Counting…';
}
