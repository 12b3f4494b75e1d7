// Ingestion warnings: what of requests could not be read in the last 7 days.
import type { IngestionWarningOutput } from '@attune/contract';
import { Badge, Box, Code, Paper, Stack, Table, Text } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { isLoss, kindOf } from './labels.ts';

const everyMs = 10_000;

export function IngestionWarnings() {
  const { name: site } = useSite();
  const { data, error, refetch } = useAnswer(
    consoleApi.listIngestionWarnings,
    { params: { site } },
    { everyMs },
  );
  return (
    <Page
      title="Ingestion warnings"
      about="Parts of requests to choose and collect that could not be read in the last 7 days."
    >
      {error && <ErrorAlert error={error} onRetry={refetch} />}
      {!data && !error && <ListSkeleton rows={5} />}
      {data?.warnings.length === 0 && (
        <EmptyState icon="alert" title="No warnings">
          Everything that was sent in the last 7 days could be read.
        </EmptyState>
      )}
      {data && data.warnings.length > 0 && (
        <Paper withBorder>
          <Box style={{ overflowX: 'auto' }} role="region" aria-label="Warnings" tabIndex={0}>
            <Table aria-label="Ingestion warnings" miw={820} verticalSpacing="sm">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Warning</Table.Th>
                  <Table.Th>Where</Table.Th>
                  <Table.Th>Key</Table.Th>
                  <Table.Th ta="right">Count</Table.Th>
                  <Table.Th>Last seen</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.warnings.map((warning) => (
                  <Warning key={keyOf(warning)} warning={warning} />
                ))}
              </Table.Tbody>
            </Table>
          </Box>
        </Paper>
      )}
    </Page>
  );
}

const keyOf = ({ code, endpoint, place, key }: IngestionWarningOutput) =>
  JSON.stringify([code, endpoint, place, key.id]);

function Warning({ warning }: { warning: IngestionWarningOutput }) {
  const { title, advice } = kindOf(warning);
  const { endpoint, place, detail, key, count, lastAt, samples } = warning;
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td miw={260}>
        <Stack gap={4} align="flex-start">
          <Badge color={isLoss(warning) ? 'red' : 'yellow'} variant="light">
            {title}
          </Badge>
          <Text size="sm">
            <Code>{place || '/'}</Code> {detail}
          </Text>
          {samples.length > 0 && (
            <Text size="sm" c="dimmed">
              Sent:{' '}
              {samples.map((sample) => (
                <Code key={sample} mr={4}>
                  {sample}
                </Code>
              ))}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {advice}
          </Text>
        </Stack>
      </Table.Td>
      <Table.Td>
        <Code>{endpoint}</Code>
      </Table.Td>
      <Table.Td>{key.name || `key ${key.id}`}</Table.Td>
      <Table.Td ta="right">{count.toLocaleString('en')}</Table.Td>
      <Table.Td>
        <Time at={lastAt} />
      </Table.Td>
    </Table.Tr>
  );
}
