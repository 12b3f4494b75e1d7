// How many users and days a test takes in each design, from what the site's visitors did.
import type { PlanOutput } from '@attune/contract';
import { formatOf, sayChange, sayHours, sayNumber, sayUsers } from '@attune/core';
import { Button, Group, Stack, Text } from '@mantine/core';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { StackedTable } from '../../../ui/stacked-table.tsx';
import { kinds } from '../../metrics/kinds.ts';
import type { Draft } from './draft.ts';
import type { Form } from './form.ts';

const labels = { planned: 'Planned: one look', 'any-time': 'Look any time' } as const;
/** The metric that a campaign is judged by that names none. */
const usualMetric = 'purchases';

export function Planner({ form }: { form: Form }) {
  const { draft } = form;
  const { name: site } = useSite();
  const isByAccount = draft.unit === 'account';
  const { data, error, refetch } = useAnswer(
    consoleApi.planTest,
    { params: { site }, query: queryOf(draft) },
    { isWanted: !isByAccount, keepsPrevious: true },
  );
  if (isByAccount) {
    return (
      <Text size="sm">Visits do not say which account they belong to: count yours to plan.</Text>
    );
  }
  if (error) return <ErrorAlert error={error} onRetry={refetch} />;
  if (!data) return <Text size="sm">Counting visitors…</Text>;
  return <Planned plan={data} form={form} />;
}

/** What a plan depends on: the experience with the most variations takes longest. */
function queryOf({ metrics = {}, design, experiences, traffic = 1, unit }: Draft) {
  const { primary, others = [] } = metrics;
  const variations = Math.max(...experiences.map((one) => one.variations.length), 2);
  const all = new Set([primary ?? usualMetric, ...others]).size;
  return {
    metric: String(primary ?? usualMetric),
    unit: unit === 'person' ? ('person' as const) : ('device' as const),
    variations: String(variations),
    metrics: String(all),
    traffic: String(traffic),
    effect: String(design?.minimumEffect ?? 0.05),
    power: String(design?.power ?? 0.8),
    alpha: String(design?.alpha ?? 0.05),
  };
}

function Planned({ plan, form }: { plan: PlanOutput; form: Form }) {
  const { metric, users, mean, designs, newUsersByDay } = plan;
  const say = formatOf({ unit: kinds[metric.kind].unit, currency: metric.currency });
  const planned = designs.find(({ kind }) => kind === 'planned');
  const perDay = newUsersByDay.reduce((sum, count) => sum + count, 0) / newUsersByDay.length;
  const take = planned?.usersPerVariation;
  if (users === 0) {
    return (
      <Text size="sm">
        No visitors of the last 28 days to plan by. The plan appears when your site has some.
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      <Text size="sm">
        From {sayUsers(users)} who came in the last 28 days and whose {sayHours(metric.windowHours)}{' '}
        have passed, whatever the targeting: {metric.name} of {say(mean)} on average.{' '}
        {sayNumber(perDay)} new users came a day.
      </Text>
      <StackedTable
        label="Plan"
        heads={[
          'Design',
          'Users of each variation',
          'Days',
          'Change found in 14 days',
          'In 28 days',
        ]}
        rows={designs.map(({ kind, usersPerVariation, days, found }) => ({
          key: kind,
          cells: [
            labels[kind],
            usersPerVariation === null ? '–' : sayNumber(usersPerVariation),
            days === null ? '–' : sayNumber(Math.ceil(days)),
            ...[14, 28].map((after) => {
              const effect = found.find((one) => one.days === after)?.effect ?? null;
              return effect === null ? '–' : `${sayChange(effect)} or more`;
            }),
          ],
        }))}
      />
      {!form.isReadOnly && typeof take === 'number' && (
        <Group>
          <Button
            variant="default"
            onClick={() =>
              form.set({
                design: {
                  ...form.draft.design,
                  kind: 'planned',
                  usersPerVariation: Math.max(100, Math.min(take, 1e9)),
                },
              })
            }
          >
            Plan one look with {sayUsers(Math.max(100, take))}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
