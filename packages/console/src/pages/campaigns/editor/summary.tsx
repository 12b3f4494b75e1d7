// A draft in sentences: who gets what, how much traffic, when, and by which metric it is decided.
import { sayUsers } from '@attune/core';
import { Anchor, List, Stack, Text, Title } from '@mantine/core';
import { consoleApi } from '../../../api/endpoints.ts';
import { useEvery } from '../../../api/every.ts';
import { sayEstimate } from '../../../conditions/estimate.tsx';
import { useExplanationNames, useNames } from '../../../conditions/use-vocabulary.ts';
import { sayGroup } from '../../../conditions/words/say.ts';
import { useSite } from '../../../shell/site-context.ts';
import { Moment } from '../../../ui/moment.tsx';
import { sayShare } from './differences.ts';
import { type Draft, type Experience, nameOf, sharesOf } from './draft.ts';
import type { Form } from './form.ts';
import { type Reach, reachesNobody } from './reach.ts';
import { sayRecommendation } from './recommendation/say.ts';
import { useMetrics } from './use-metrics.ts';

interface Given {
  readonly form: Form;
  readonly reach: Reach;
  /** Leads to the field of a pointer. */
  readonly onMend: (pointer: string) => void;
}

export function Summary({ form, reach, onMend }: Given) {
  const { experiences, type } = form.draft;
  return (
    <Stack gap="sm">
      <List type="ordered" size="sm" spacing="sm">
        {experiences.map((experience) => (
          <List.Item key={experience.key}>
            <ExperienceSaid
              experience={experience}
              type={type}
              estimate={reach.get(experience.key)}
            />
          </List.Item>
        ))}
      </List>
      <TrafficSaid form={form} />
      <ScheduleSaid form={form} />
      <MetricsSaid form={form} onMend={onMend} />
      {experiences.some(({ variations }) => variations.length > 1) && <DesignSaid form={form} />}
    </Stack>
  );
}

const by = {
  manual: '',
  dynamic: ' Weights move towards the variation that performs best.',
  affinity: ' The variation whose tags the visitor likes most is shown.',
};

interface ExperienceGiven {
  readonly experience: Experience;
  readonly type: Draft['type'];
  /** Absent: it is for everyone, or its estimate is still to come. */
  readonly estimate: Parameters<typeof sayEstimate>[0] | undefined;
}

function ExperienceSaid({ experience, type, estimate }: ExperienceGiven) {
  const names = useNames();
  const called = nameOf(experience, useExplanationNames());
  const { targeting, variations, allocation = 'manual' } = experience;
  const { rows, text } = targeting;
  const said = text === undefined ? sayGroup(rows, names) : 'matches the JSON condition';
  const shares = sharesOf(variations);
  const shipped = variations.find((one) => one.shipped);
  const shown = variations.map(({ name, payload }, at) => {
    const share = allocation === 'affinity' ? [] : [sayShare(round(shares[at] ?? 0))];
    const notes = [...share, ...(payload === null ? ['no content'] : [])];
    return notes.length > 0 && variations.length > 1 ? `${name} (${notes.join(', ')})` : name;
  });
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Title order={3} size="h5">
        {called}
      </Title>
      <Text size="sm">
        {said === '' ? 'Everyone' : <>A visitor who {said}</>} gets{' '}
        {shipped ? (
          <>{shipped.name}: its test has ended.</>
        ) : (
          <>
            {shown.length === 1 ? shown[0] : `one of: ${shown.join(' · ')}`}.{by[allocation]}
          </>
        )}
      </Text>
      {estimate && (
        <Text size="xs" c={reachesNobody(estimate) ? 'var(--mantine-color-error)' : 'dimmed'}>
          {sayEstimate(estimate)}
        </Text>
      )}
      {type !== 'custom' && <Recommended experience={experience} isSorting={type === 'sorting'} />}
    </div>
  );
}

/** What each variation recommends: strategy, slots, rules and pins. */
function Recommended({ experience, isSorting }: { experience: Experience; isSorting: boolean }) {
  const { name: site } = useSite();
  const { data: strategies = [] } = useEvery(consoleApi.listStrategies, site);
  const nameOf = (id: number) =>
    strategies.find((one) => one.id === id)?.strategy.name ?? String(id);
  return experience.variations.map(({ key, name, payload }) =>
    payload === null || typeof payload === 'string' ? null : (
      <Text key={key} size="sm">
        <b>{name}</b> {sayRecommendation(payload, { isSorting, nameOf })}
      </Text>
    ),
  );
}

const round = (share: number) => Math.round(share * 1_000) / 1_000;

const units = { device: 'device', person: 'person', account: 'account' };

function TrafficSaid({ form: { draft } }: { form: Form }) {
  const { traffic = 1, stickiness = 'user', unit = 'device', rollout } = draft;
  const steps = rollout?.steps ?? [];
  const keeps = {
    user: `Each ${units[unit]} keeps its variation.`,
    session: 'A new visit can get another variation.',
    none: 'Each request can get another variation.',
  }[stickiness];
  return (
    <Text size="sm">
      <b>Traffic:</b> {sayShare(traffic)} of matching visitors take part
      {steps.length > 0 &&
        `, after steps of ${steps.map((one) => sayShare(one.traffic)).join(', ')}`}
      . {keeps}
    </Text>
  );
}

function ScheduleSaid({ form: { campaign, draft } }: { form: Form }) {
  const { start, end } = campaign.schedule;
  const isSaved = JSON.stringify(draft.schedule ?? {}) !== '{}';
  return (
    <Text size="sm">
      <b>Schedule:</b>{' '}
      {start && isSaved ? (
        <>
          starts <Moment at={start.at} />
        </>
      ) : (
        'starts when you publish'
      )}
      {end && isSaved ? (
        <>
          , ends <Moment at={end.at} />
        </>
      ) : (
        ', runs until you pause it'
      )}
      .
    </Text>
  );
}

function DesignSaid({ form: { draft } }: { form: Form }) {
  const { kind = 'any-time', usersPerVariation } = draft.design ?? {};
  return (
    <Text size="sm">
      <b>Design:</b>{' '}
      {kind === 'planned' && usersPerVariation !== undefined
        ? `one look, once ${sayUsers(usersPerVariation)} of each variation count`
        : 'results may be looked at any time'}
      .
    </Text>
  );
}

function MetricsSaid({ form: { draft, isReadOnly }, onMend }: Omit<Given, 'reach'>) {
  const known = useMetrics();
  const { primary, others = [], guardrails = [] } = draft.metrics ?? {};
  const nameOf = (id: number) => known.find((one) => one.id === id)?.metric.name ?? `metric ${id}`;
  return (
    <Text size="sm">
      <b>Metrics:</b> {primary === undefined ? 'no primary metric' : `${nameOf(primary)} decides`}
      {others.length > 0 && `; also reported: ${others.map(nameOf).join(', ')}`}
      {guardrails.length > 0 &&
        `; guarded by ${guardrails.map(({ metric }) => nameOf(metric)).join(', ')}`}
      .
      {primary === undefined && !isReadOnly && (
        <>
          {' '}
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => onMend('/metrics/primary')}
          >
            Choose a metric
          </Anchor>
        </>
      )}
    </Text>
  );
}
