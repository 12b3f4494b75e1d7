// Status: what is wrong and what to do, the figures behind it, and the nodes that run.
import { List, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { type Answer, consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Success } from '../../ui/success.tsx';
import { Warning } from '../../ui/warning.tsx';
import { Figures } from './figures.tsx';
import { Nodes } from './nodes.tsx';
import { problemsOf } from './problems.ts';

const everyMs = 3_000;

export function Status() {
  const site = useSite();
  const status = useAnswer(consoleApi.readStatus, { params: { site: site.name } }, { everyMs });
  return (
    <Page title="Status" about="The health of this installation, updated every 3 seconds.">
      {status.error && <ErrorAlert error={status.error} onRetry={status.refetch} />}
      {status.error && status.data && (
        <Warning>The figures below are from before the connection was lost.</Warning>
      )}
      {status.data && (
        <Stack gap="lg">
          {!status.error && <Health status={status.data} />}
          <Figures status={status.data} />
          <Nodes status={status.data} />
        </Stack>
      )}
      {status.isPending && <Waiting />}
    </Page>
  );
}

function Health({ status }: { status: Answer<'readStatus'> }) {
  const problems = problemsOf(status);
  if (problems.length === 0) {
    return (
      <Success title="All systems normal">
        <Text size="sm">Events are processed, and every node has the latest settings.</Text>
      </Success>
    );
  }
  return (
    <Warning
      isSaid
      title={problems.length === 1 ? '1 problem to fix' : `${problems.length} problems to fix`}
    >
      <List size="sm" spacing="xs">
        {problems.map(({ title, advice, page }) => (
          <List.Item key={title} style={{ overflowWrap: 'anywhere' }}>
            <b>{title}.</b> {advice} {page && <PageLink to={page.to}>{page.title}</PageLink>}
          </List.Item>
        ))}
      </List>
    </Warning>
  );
}

function Waiting() {
  return (
    <Stack gap="lg">
      <Skeleton height={76} />
      <SimpleGrid cols={{ base: 2, md: 3 }}>
        {['waiting', 'set aside', 'models', 'processor time', 'database', 'feeds', 'cache'].map(
          (name) => (
            <Skeleton key={name} height={108} />
          ),
        )}
      </SimpleGrid>
      <ListSkeleton rows={3} />
    </Stack>
  );
}
