// A model's card: its method, its data, size and age, how much of the feed it knows, how good it
// is.
import { Alert, Button, Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useChange } from '../../../api/queries.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Mark } from '../../../ui/mark.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { Section } from '../../../ui/section.tsx';
import { Time } from '../../../ui/time.tsx';
import { FiguresTable } from '../evaluations/figures-table.tsx';
import { sayMethod } from '../recipe/labels.ts';
import type { MethodDraft } from '../recipe/methods.ts';
import { sayBytes, sayMs, sayPart } from './labels.ts';
import { isDue, type Model, toneOf, wordOf } from './model.ts';

export function ModelCard({ model }: { model: Model }) {
  const { state, strategies, progress, fault, built, offline, nextBuildAt } = model;
  return (
    <Section
      title={sayMethod(model.method as MethodDraft)}
      about={
        <Group gap="xs">
          <Mark tone={toneOf[state]} size="sm">
            {wordOf[state]}
          </Mark>
          <span>
            {strategies.length === 0 && 'No strategy uses it: it is forgotten in a week'}
            {strategies.map(({ id, name }, at) => (
              <span key={id}>
                {at > 0 && ', '}
                <PageLink to={`strategies?id=${id}`}>{name}</PageLink>
              </span>
            ))}
          </span>
        </Group>
      }
      actions={<BuildNow model={model} />}
    >
      {progress && <Building progress={progress} />}
      {state === 'waiting' && (
        <Text size="sm" c="dimmed">
          A worker begins within seconds; if nothing happens, none is running.
        </Text>
      )}
      {fault && (
        <Alert color="red" icon={<Icon name="alert" />} title="The last build failed">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {fault.message} (<Time at={fault.at} />){' '}
            {built
              ? 'The one built before is still served.'
              : 'There is none before it: the step gives nothing, and those after it fill in.'}
          </Text>
        </Alert>
      )}
      {built && <Built built={built} nextBuildAt={nextBuildAt} />}
      {offline && (
        <Stack gap={4}>
          <Text size="sm" fw={600}>
            Offline, on the last {offline.heldOutDays} days held back, {whole.format(offline.users)}{' '}
            users
          </Text>
          <FiguresTable
            label="Offline figures"
            head="At K"
            rows={offline.figures.map((figures) => ({
              key: figures.k,
              name: `${figures.k}`,
              figures,
            }))}
          />
        </Stack>
      )}
    </Section>
  );
}

const whole = new Intl.NumberFormat('en');

function Building({ progress }: { progress: NonNullable<Model['progress']> }) {
  const percent = Math.round(100 * progress.share);
  return (
    <div>
      <Progress.Root size="lg" aria-label="Progress">
        <Progress.Section value={percent} aria-label={`${percent} % are done`} />
      </Progress.Root>
      <Text size="xs" c="dimmed" mt={4} role="status">
        {percent} %: {progress.phase}; {whole.format(progress.rows)} rows; begun{' '}
        <Time at={progress.startedAt} />
      </Text>
    </div>
  );
}

interface BuiltGiven {
  readonly built: NonNullable<Model['built']>;
  readonly nextBuildAt: string | null;
}

function Built({ built, nextBuildAt }: BuiltGiven) {
  const { data, coverage } = built;
  const isRanking = built.kind === 'ranking';
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
      <Fact label="Learned from">
        {whole.format(data.events)} events of {whole.format(data.users)} users
        {data.from !== null && data.to !== null && (
          <>
            , {data.from} to {data.to}
          </>
        )}
      </Fact>
      <Fact label="Size">
        {whole.format(built.items)} items
        {!isRanking && `, ${whole.format(built.pairs)} neighbours`}, {sayBytes(built.bytes)}
      </Fact>
      <Fact label="Age">
        Built <Time at={built.builtAt} /> in {sayMs(built.tookMs)}
        {built.cpuMs !== undefined && ` (${sayMs(built.cpuMs)} of processor time)`}, with{' '}
        {sayBytes(built.peakBytes)} of memory
        {isDue(nextBuildAt) && '; again as soon as a worker is free'}
        {nextBuildAt !== null && !isDue(nextBuildAt) && (
          <>
            ; again <Time at={nextBuildAt} /> at the earliest, if enough has changed
          </>
        )}
      </Fact>
      <Fact label="Coverage of the feed">{sayCoverage(coverage)}</Fact>
    </SimpleGrid>
  );
}

function sayCoverage(coverage: BuiltGiven['built']['coverage']): string {
  if (!coverage || coverage.known === null) return 'There is no feed to compare it with';
  const known = `${sayPart(coverage.known)} of ${whole.format(coverage.items)} items`;
  if (coverage.withNeighbours === null) return known;
  return `${known}; ${sayPart(coverage.withNeighbours)} have a neighbour`;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm" component="div">
        {children}
      </Text>
    </div>
  );
}

function BuildNow({ model: { id, state } }: { model: Model }) {
  const { name: site } = useSite();
  const mayBuild = useMay(consoleApi.rebuildModel);
  const rebuild = useChange(consoleApi.rebuildModel, [consoleApi.listModels]);
  if (!mayBuild) return null;
  return (
    <Stack gap="xs" align="flex-end">
      <Button
        variant="default"
        size="compact-sm"
        loading={rebuild.isPending}
        disabled={state === 'waiting'}
        onClick={() => rebuild.mutate({ params: { site, model: id } })}
      >
        Build now
      </Button>
      <ErrorAlert error={rebuild.error} />
    </Stack>
  );
}
