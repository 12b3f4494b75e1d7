// Ingestion warnings: data of the last 7 days that could not be used, and what to do about it.
import type { IngestionWarningOutput } from '@attune/contract';
import { Code, Stack, Text } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Mark } from '../../ui/mark.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useAddressState } from '../../ui/table/use-state.ts';
import { Time } from '../../ui/time.tsx';
import { type Effect, effectLabels, effects, effectTones, kindOf } from './labels.ts';

type Warning = IngestionWarningOutput;

const everyMs = 10_000;
const filterIds = ['effect'];

export function IngestionWarnings() {
  const { name: site } = useSite();
  const store = useAddressState(filterIds);
  const { data, error, refetch } = useAnswer(
    consoleApi.listIngestionWarnings,
    { params: { site } },
    { everyMs },
  );
  return (
    <Page
      title="Ingestion warnings"
      about="Data of the last 7 days that Attune could not use, and how to fix it."
    >
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {!data && !error && <ListSkeleton rows={5} />}
      {data?.warnings.length === 0 && (
        <EmptyState icon="check" title="No warnings">
          Attune could use everything that your site sent in the last 7 days. To watch requests as
          they arrive, open <PageLink to="live">Live</PageLink>.
        </EmptyState>
      )}
      {data && data.warnings.length > 0 && (
        <DataTable
          label="Ingestion warnings"
          rows={data.warnings}
          columns={columns}
          idOf={({ code, endpoint, place, key }) => JSON.stringify([code, endpoint, place, key.id])}
          search={{
            label: 'Search warnings',
            placeholder: 'Search by problem, field or key',
            textOf: (warning) =>
              `${kindOf(warning).title} ${warning.place} ${warning.detail} ${nameOf(warning)}`,
          }}
          store={store}
        />
      )}
    </Page>
  );
}

const nameOf = ({ key }: Warning) => key.name || `Key ${key.id}`;

const columns: readonly Column<Warning>[] = [
  { id: 'problem', head: 'Problem', cell: (warning) => <Problem warning={warning} /> },
  {
    id: 'effect',
    head: 'Effect',
    cell: (warning) => {
      const { effect } = kindOf(warning);
      return (
        <Mark tone={effectTones[effect]} size="sm">
          {effectLabels[effect]}
        </Mark>
      );
    },
    sortBy: (warning) => effects.indexOf(kindOf(warning).effect),
    filter: {
      any: 'Any effect',
      valuesOf: (warning) => [kindOf(warning).effect],
      say: (effect) => effectLabels[effect as Effect],
      options: effects,
    },
  },
  { id: 'advice', head: 'What to do', cell: (warning) => kindOf(warning).advice },
  {
    id: 'key',
    head: 'Key',
    cell: (warning) => nameOf(warning),
    sortBy: nameOf,
  },
  {
    id: 'count',
    head: 'Count',
    cell: ({ count }) => count.toLocaleString('en'),
    sortBy: ({ count }) => count,
    isNumber: true,
  },
  {
    id: 'seen',
    head: 'Last seen',
    cell: ({ lastAt }) => <Time at={lastAt} />,
    sortBy: ({ lastAt }) => Date.parse(lastAt),
    isLatestFirst: true,
  },
];

function Problem({ warning }: { warning: Warning }) {
  const { endpoint, place, detail, samples } = warning;
  return (
    <Stack gap={2} align="flex-start">
      <Text size="sm" fw={600}>
        {kindOf(warning).title}
      </Text>
      <Text size="xs" c="dimmed" fw={400} style={{ overflowWrap: 'anywhere' }}>
        <Code>{place || '/'}</Code> {detail}
      </Text>
      <Text size="xs" c="dimmed" fw={400} style={{ overflowWrap: 'anywhere' }}>
        {endpoint}
        {samples.length > 0 && ', for example '}
        {samples.map((sample) => (
          <Code key={sample} mr={4}>
            {sample}
          </Code>
        ))}
      </Text>
    </Stack>
  );
}
