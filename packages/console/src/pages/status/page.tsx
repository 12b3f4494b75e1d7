// Status: which nodes run and what each holds of the site, how far the workers are, the database.
import { Alert, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { Figures } from './figures.tsx';
import { Nodes } from './nodes.tsx';

const everyMs = 3_000;

export function Status() {
  const site = useSite();
  const status = useAnswer(consoleApi.readStatus, { params: { site: site.name } }, { everyMs });
  return (
    <Page
      title="Status"
      about="Which nodes run, what each of them holds of this site, and whether work waits. Asked again every 3 seconds."
    >
      {status.error && <ErrorAlert error={status.error} onRetry={status.refetch} />}
      {status.error && status.data && (
        <Alert color="yellow" icon={<Icon name="alert" />}>
          What is shown below is how it stood before.
        </Alert>
      )}
      {status.data && (
        <Stack gap="lg">
          <Figures status={status.data} />
          <Nodes status={status.data} />
        </Stack>
      )}
      {status.isPending && <Waiting />}
    </Page>
  );
}

function Waiting() {
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        {['revision', 'waiting', 'set aside', 'database', 'feeds', 'models', 'needed'].map(
          (name) => (
            <Skeleton key={name} height={108} />
          ),
        )}
      </SimpleGrid>
      <ListSkeleton rows={3} />
    </Stack>
  );
}
