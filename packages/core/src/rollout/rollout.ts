// Knows how a campaign reaches its visitors in steps: which share takes part, and until when.

/** A share of the visitors, and how long it is held before the next. */
export interface RolloutStep {
  /** Above 0, below the campaign's own traffic. */
  readonly traffic: number;
  readonly hours: number;
}

/**
 * running: the next step begins by itself. held: a teammate stopped it. returned: it went back, and
 * goes on only when a teammate says so. complete: all of the campaign's traffic takes part.
 */
export type RolloutState = 'running' | 'held' | 'returned' | 'complete';

/** Where a rollout is. */
export interface Rollout {
  /** From 0; as many as there are steps: all of the campaign's traffic. */
  readonly step: number;
  readonly state: RolloutState;
  /** When the step began, in milliseconds since 1970. */
  readonly since: number;
  /** It went back once: who is beyond the step's share is taken out, whatever they were given. */
  readonly takesOut: boolean;
}

const hourMs = 3_600_000;

/** Begins at the first step. */
export function beginRollout(steps: readonly RolloutStep[], now: number): Rollout {
  return at(steps, 0, now, false);
}

/** The share that takes part at a step. */
export function shareAt(steps: readonly RolloutStep[], traffic: number, step: number): number {
  return steps[step]?.traffic ?? traffic;
}

/** When the next step begins by itself; undefined where it does not. */
export function nextStepAt(
  { step, state, since }: Rollout,
  steps: readonly RolloutStep[],
): number | undefined {
  const current = steps[step];
  return state === 'running' && current ? since + current.hours * hourMs : undefined;
}

/** The next step; undefined after the last. */
export function nextStep(
  { step, takesOut }: Rollout,
  steps: readonly RolloutStep[],
  now: number,
): Rollout | undefined {
  return step < steps.length ? at(steps, step + 1, now, takesOut) : undefined;
}

/** The step before, where the rollout stays; undefined at the first: there, nobody takes part. */
export function previousStep({ step }: Rollout, now: number): Rollout | undefined {
  if (step === 0) return undefined;
  return { step: step - 1, state: 'returned', since: now, takesOut: true };
}

/** Stopped where it is, or going on from there; its step is held anew. */
export function holdStep(rollout: Rollout, now: number): Rollout {
  return { ...rollout, state: 'held', since: now };
}

export function resumeStep(
  { step, takesOut }: Rollout,
  steps: readonly RolloutStep[],
  now: number,
): Rollout {
  return at(steps, step, now, takesOut);
}

/**
 * Where a rollout is once its campaign is published again with these steps: on the last step that
 * gives no more visitors the campaign than the share that has it, so that no one comes in early.
 */
export function republishRollout(
  before: Rollout & { readonly share: number },
  steps: readonly RolloutStep[],
  traffic: number,
  now: number,
): Rollout {
  const shares = [...steps.map((one) => one.traffic), traffic];
  const last = shares.findLastIndex((share) => share <= before.share);
  return at(steps, Math.max(0, last), now, before.takesOut);
}

function at(
  steps: readonly RolloutStep[],
  step: number,
  since: number,
  takesOut: boolean,
): Rollout {
  return { step, state: step < steps.length ? 'running' : 'complete', since, takesOut };
}
