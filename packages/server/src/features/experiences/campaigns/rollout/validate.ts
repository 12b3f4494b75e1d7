// What is wrong with a rollout or a guardrail as it was written.
import type { CampaignInput, Fault } from '@attune/contract';

/** Shares rise from step to step up to the traffic; guardrails need a control to compare with. */
export function validateRollout(input: CampaignInput, metrics: ReadonlySet<number>): Fault[] {
  const { rollout, traffic = 1, stickiness = 'user' } = input;
  const steps = rollout?.steps ?? [];
  return [
    ...steps.flatMap((step, at) => {
      const before = steps[at - 1]?.traffic ?? 0;
      const pointer = `/rollout/steps/${at}/traffic`;
      if (step.traffic <= before) return [{ pointer, detail: 'must be above the step before' }];
      return step.traffic < traffic
        ? []
        : [{ pointer, detail: 'must be below `traffic`, which is the last step' }];
    }),
    ...when(
      steps.length > 0 && stickiness !== 'user',
      '/rollout',
      'needs the stickiness "user": else visitors come and go at each step',
    ),
    ...(input.metrics?.guardrails ?? []).flatMap(({ metric }, at, all) => {
      const pointer = `/metrics/guardrails/${at}/metric`;
      const isTwice = all.findIndex((one) => one.metric === metric) < at;
      return [
        ...when(!metrics.has(metric), pointer, 'is not a metric of the site'),
        ...when(isTwice, pointer, 'is a guardrail already'),
      ];
    }),
    ...when(
      (input.metrics?.guardrails ?? []).length > 0 && !input.experiences.some(isGuarded),
      '/metrics/guardrails',
      'need an experience with manual allocation and two variations: one is compared with ' +
        'the other',
    ),
  ];
}

/** Can its variations be compared? */
function isGuarded({ allocation, served = 1, variations }: CampaignInput['experiences'][number]) {
  const given = variations.filter(({ weight }) => weight > 0);
  return allocation === undefined || allocation === 'manual'
    ? served === 1 && given.length > 1
    : false;
}

const when = (isSo: boolean, pointer: string, detail: string): Fault[] =>
  isSo ? [{ pointer, detail }] : [];
