// Results, Recommendations: what was shown and clicked, and what was bought after that.
import { Button, Group, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Cards } from './cards.tsx';
import { Choices, ExportCsv } from './choices.tsx';
import { Parts } from './parts.tsx';
import { chosenIn, queryOf, type Report, useRecommendationReport } from './query.ts';

const RevenueChart = lazy(async () => ({
  default: (await import('./revenue-chart.tsx')).RevenueChart,
}));

const about = 'See what your recommendations sell, by strategy, slot and page.';

export function Recommendations() {
  const [search, setSearch] = useSearchParams();
  const query = queryOf(search);
  const { data: report, error, refetch } = useRecommendationReport(query);
  return (
    <Page
      title="Recommended sales"
      about={about}
      actions={
        <Group gap="xs" className="no-print">
          <Button variant="default" onClick={() => window.print()}>
            Print
          </Button>
          <ExportCsv query={query} />
        </Group>
      }
    >
      <Stack gap="lg">
        <Choices
          {...{ query, report }}
          onAsk={(next) => setSearch(chosenIn({ ...query, ...next }))}
        />
        {error && <ErrorAlert error={error} onRetry={refetch} />}
        {!report && !error && <ListSkeleton rows={8} />}
        {report &&
          !error &&
          (isEmpty(report) ? <Nothing report={report} /> : <Shown report={report} />)}
      </Stack>
    </Page>
  );
}

const isEmpty = ({ total: { lists, shown, clicks, direct, assisted } }: Report) =>
  lists + shown + clicks + direct.items + assisted.items === 0;

function Nothing({ report: { notCounted } }: { report: Report }) {
  return (
    <EmptyState
      icon="report"
      title="No recommendations in these days"
      action={<PageLink to="campaigns?new">Create a campaign</PageLink>}
    >
      Publish a campaign of the type Recommendations, request it from your pages, and report clicks
      with the slot IDs of its answers.{' '}
      {notCounted.bots + notCounted.internal > 0 && notCounted.sentence}
    </EmptyState>
  );
}

function Shown({ report }: { report: Report }) {
  const { notes, notCounted, otherCurrencies, total } = report;
  const others = otherCurrencies.map(({ currency, events, value }) => {
    const orders = `${events} ${events === 1 ? 'order' : 'orders'}`;
    return `${value.toLocaleString('en-GB')} ${currency} in ${orders}`;
  });
  return (
    <>
      <Cards report={report} />
      {total.clicks === 0 && (
        <Text size="sm">
          No click was reported in these days. Report each with the slot ID of its item, or nothing
          counts as sold.
        </Text>
      )}
      <Suspense fallback={<ListSkeleton />}>
        <RevenueChart report={report} />
      </Suspense>
      <Parts report={report} />
      <Stack gap={4}>
        {notes.map((note) => (
          <Text key={note} size="sm" c="dimmed">
            {note}
          </Text>
        ))}
        {others.length > 0 && (
          <Text size="sm" c="dimmed">
            In other currencies: {others.join('; ')}.
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {notCounted.sentence}
        </Text>
      </Stack>
    </>
  );
}
