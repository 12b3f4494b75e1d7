// Steps of a rollout that one begins with, and where a rollout is, in words.
import type { CampaignInput, RolloutOutput } from '@attune/contract';
import { sayShare } from './differences.ts';

export type Step = NonNullable<CampaignInput['rollout']>['steps'][number];

/** Of all that will take part, a hundredth, a twentieth and a quarter; a day each. */
export function usualSteps(traffic: number): Step[] {
  return [0.01, 0.05, 0.25].map((share) => ({ traffic: rounded(share * traffic), hours: 24 }));
}

/** Halfway from the last step to all that will take part. */
export function nextStepOf(steps: readonly Step[], traffic: number): Step {
  const { traffic: last = 0, hours = 24 } = steps.at(-1) ?? {};
  return { traffic: rounded((last + traffic) / 2), hours };
}

const rounded = (share: number) => Math.max(0.0001, Math.round(share * 10_000) / 10_000);

/** "Step 2 of 4: 5 %"; undefined for a campaign without steps. */
export function sayStep({ step, steps, traffic }: RolloutOutput): string | undefined {
  if (steps < 2) return undefined;
  return step === steps
    ? `All steps done: ${sayShare(traffic)}`
    : `Step ${step} of ${steps}: ${sayShare(traffic)}`;
}

type Guardrail = RolloutOutput['guardrails'][number];

/** "4.2 % lower than the control"; what is waited for; or that it is a breach. */
export function sayGuardrail({
  change,
  users,
  status,
}: Omit<Guardrail, 'name' | 'metric' | 'experience' | 'variation'>): string {
  if (status === 'waiting') return `waiting for more users (${users} so far)`;
  if (change === null) return status === 'breached' ? 'breached' : 'no difference yet';
  const size = `${Number(Math.abs(change * 100).toFixed(1))} %`;
  const said = `${size} ${change < 0 ? 'lower' : 'higher'} than the control`;
  return status === 'breached' ? `breached, ${said}` : said;
}
