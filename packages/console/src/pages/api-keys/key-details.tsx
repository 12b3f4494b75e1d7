// A key: its settings, its use and its clients, and the permissions that it does not need.
import { permissions } from '@attune/contract';
import { Alert, Box, Button, Group, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay } from '../../shell/site-context.ts';
import { Time } from '../../ui/time.tsx';
import { CallsChart } from './calls-chart.tsx';
import { CopyKey } from './copy-key.tsx';
import { type Key, nameOf, sayCalls, sum } from './key.ts';
import { KeyDialog, type LoadedKey } from './key-dialog.tsx';

export function KeyDetails({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <KeyDialog id={id} title={({ key }) => key.name} size="xl" onClose={onClose}>
      {(loaded) => (
        <Stack gap="lg">
          <Facts loaded={loaded} />
          <Part title={`Calls: ${sum(loaded.key.callsLately)} in 30 days`}>
            <CallsChart calls={loaded.key.callsLately} height={64} />
          </Part>
          <Adviser loaded={loaded} />
          <Clients loaded={loaded} />
        </Stack>
      )}
    </KeyDialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Title order={3} size="h5" mb="xs" id={titleId}>
        {title}
      </Title>
      {children}
    </section>
  );
}

function Facts({ loaded: { key } }: { loaded: LoadedKey }) {
  const [, setSearch] = useSearchParams();
  const mayChange = useMay(consoleApi.changeKey);
  return (
    <Stack gap="sm">
      <SimpleGrid component="dl" cols={{ base: 2, sm: 3 }} spacing="sm" m={0}>
        <Fact name="Source">{key.source}</Fact>
        <Fact name="Starts with">{key.hint ? <code>{key.hint}</code> : 'Unknown'}</Fact>
        <Fact name="Created">
          <Time at={key.createdAt} />
        </Fact>
        <Fact name="Last used">
          <Time at={key.lastUsedAt} never="Never used" />
        </Fact>
        <Fact name="Expires">
          <Time at={key.expiresAt} never="Never" />
        </Fact>
        <Fact name="Rate limit">{sayLimit(key)}</Fact>
        <Fact name="Allowed origins">{key.allowedOrigins?.join(', ') ?? 'All'}</Fact>
      </SimpleGrid>
      {key.notes && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {key.notes}
        </Text>
      )}
      <Group gap="xs">
        <CopyKey apiKey={key} />
        {mayChange && (
          <Button variant="default" size="xs" onClick={() => setSearch({ edit: key.id })}>
            Edit
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </div>
  );
}

function sayLimit({ rateLimit, rateBurst }: Key): string {
  if (rateLimit === null) return 'None';
  return `${rateLimit} per second, burst ${rateBurst ?? 2 * rateLimit}`;
}

/** The permission adviser: what was never used can be taken away. */
function Adviser({ loaded: { key, used } }: { loaded: LoadedKey }) {
  const [, setSearch] = useSearchParams();
  const mayChange = useMay(consoleApi.changeKey);
  const unused = used.filter(({ lastUsedAt }) => lastUsedAt === null);
  const labels = unused.map(({ permission }) => permissions[permission].label).join(', ');
  return (
    <Part title="Permissions">
      <Table aria-label="Use of permissions">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Permission</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th ta="right">Calls in 30 days</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {used.map(({ permission, lastUsedAt, calls }) => (
            <Table.Tr key={permission}>
              <Table.Td>{permissions[permission].label}</Table.Td>
              <Table.Td>
                <Time at={lastUsedAt} never="Never used" />
              </Table.Td>
              <Table.Td ta="right">{calls.toLocaleString('en')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {key.lastUsedAt !== null && unused.length > 0 && unused.length < used.length && (
        <Alert color="blue" mt="sm">
          <Text size="sm">
            Never used: {labels}. Remove permissions that your application does not need.
          </Text>
          {mayChange && (
            <Button
              mt="xs"
              size="compact-sm"
              variant="default"
              onClick={() =>
                setSearch({
                  edit: key.id,
                  without: unused.map(({ permission }) => permission).join(','),
                })
              }
            >
              Remove {unused.length === 1 ? 'permission' : 'permissions'}
            </Button>
          )}
        </Alert>
      )}
    </Part>
  );
}

function Clients({ loaded: { clients } }: { loaded: LoadedKey }) {
  return (
    <Part title="Used in the last 30 days by">
      {clients.length === 0 && (
        <Text size="sm" c="dimmed">
          Not used yet.
        </Text>
      )}
      {clients.length > 0 && (
        <Box style={{ overflowX: 'auto' }} role="region" aria-label="Clients" tabIndex={0}>
          <Table aria-label="Applications that used the key" miw={420}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Application</Table.Th>
                <Table.Th>Address</Table.Th>
                <Table.Th ta="right">Calls</Table.Th>
                <Table.Th>Last used</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {clients.map(({ userAgent, address, calls, lastUsedAt }) => (
                <Table.Tr key={`${userAgent} ${address}`}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    {nameOf({ userAgent, address })}
                  </Table.Td>
                  <Table.Td>{address || 'Not stored'}</Table.Td>
                  <Table.Td ta="right" aria-label={sayCalls(calls)}>
                    {calls.toLocaleString('en')}
                  </Table.Td>
                  <Table.Td>
                    <Time at={lastUsedAt} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Box>
      )}
    </Part>
  );
}
