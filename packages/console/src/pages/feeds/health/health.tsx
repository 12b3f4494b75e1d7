// The health of a feed: what got worse, rejected rows, columns, and what affinity could use.
import { List, Stack, Text } from '@mantine/core';
import { addressOf } from '../../../api/call.ts';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import { Time } from '../../../ui/time.tsx';
import { Warning } from '../../../ui/warning.tsx';
import { CsvDownload } from '../csv-download.tsx';
import { type Feed, feedParams, sayItems } from '../feed.ts';
import { Rejections } from '../rejections.tsx';
import { Columns } from './columns.tsx';
import { Suggested } from './suggested.tsx';

export function Health({ feed }: { feed: Feed }) {
  const { name: site } = useSite();
  const { data, error, refetch } = useAnswer(
    consoleApi.readFeedHealth,
    { ...feedParams(site, feed.id), query: {} },
    { isFresh: true },
  );
  if (error) return <ErrorAlert error={error} onRetry={refetch} />;
  if (!data) return <ListSkeleton />;
  const { measured, gaps, rejected, rejections } = data;
  const { path } = consoleApi.listItemProblems;
  if (measured === null && rejected === 0) {
    return (
      <EmptyState icon="metric" title="Not measured yet">
        After each upload or pull, Attune checks every column and warns you here when one is
        suddenly emptier or less varied than before.
      </EmptyState>
    );
  }
  return (
    <Stack gap="lg">
      {measured && measured.alarms.length > 0 && (
        <Warning title="Check these changes">
          {measured.alarms.map(({ detail }) => (
            <Text key={detail} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {detail}
            </Text>
          ))}
        </Warning>
      )}
      <CsvDownload
        href={addressOf(path, { site, feedId: feed.id }, { format: 'csv' })}
        name="items-with-problems.csv"
      >
        Download items with problems
      </CsvDownload>
      <Section
        title="Rejected rows"
        about={`In the change that created revision ${data.revision}.`}
      >
        {rejected === 0 ? (
          <Text size="sm">None. Every row was accepted.</Text>
        ) : (
          <>
            <Text size="sm">
              {sayItems(rejected, 'row')} could not be used. Items that the feed already had stay as
              they were.
            </Text>
            <Rejections reasons={rejections} />
          </>
        )}
      </Section>
      {measured && (
        <>
          {gaps.length > 0 && (
            <Section
              title="Missing for affinity and recommendations"
              about="Fill these columns in the file or its mapping, then upload it again."
            >
              <List size="sm" spacing="xs">
                {gaps.map(({ detail, remedy }) => (
                  <List.Item key={detail} style={{ overflowWrap: 'anywhere' }}>
                    {detail} {remedy}
                  </List.Item>
                ))}
              </List>
            </Section>
          )}
          <Suggested feed={feed} columns={measured.suggestedAffinity} />
          <Section
            title="Columns"
            about={
              <>
                {measured.isExact
                  ? `All ${sayItems(measured.looked)}`
                  : `A sample of ${sayItems(measured.looked)}`}{' '}
                of revision {measured.revision}, checked <Time at={measured.at} />.
              </>
            }
          >
            <Columns measured={measured} />
          </Section>
        </>
      )}
    </Stack>
  );
}
