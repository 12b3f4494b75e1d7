// A rollout as the management API shows it, and its acts in words.
import type { RolloutOutput } from '@attune/contract';
import { nextStepAt, shareAt } from '@attune/core';
import type { SeenRollout } from './store.ts';

/** Null for a campaign without steps and guardrails, or before it is published. */
export function showRollout(
  rollout: SeenRollout | undefined,
  /** Undefined: it is not published, or its test has ended. */
  isLive: boolean | undefined,
): RolloutOutput | null {
  if (!rollout || isLive === undefined) return null;
  const { state, step, steps, traffic, since, cause, checks, checkedAt } = rollout;
  const due = isLive ? nextStepAt(rollout, steps) : undefined;
  const time = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  return {
    ...{ state, step: step + 1, steps: steps.length + 1 },
    traffic: shareAt(steps, traffic, step),
    since: new Date(since).toISOString(),
    next:
      step < steps.length ? { traffic: shareAt(steps, traffic, step + 1), at: time(due) } : null,
    cause: cause ?? null,
    guardrails: [...checks],
    checkedAt: time(checkedAt),
  };
}

/** What an act did, from its entry in the audit log: "5 % → 1 %: Purchases −40 %", or a time. */
export function sayAct(details: unknown): string | undefined {
  const { before, after, cause, publishAt } = (details ?? {}) as {
    before?: { traffic?: number };
    after?: { traffic?: number };
    cause?: string;
    publishAt?: string;
  };
  if (publishAt !== undefined) {
    const when = `${publishAt.slice(0, 10)} ${publishAt.slice(11, 16)} UTC`;
    return cause ? `${when}: ${cause}` : when;
  }
  if (before?.traffic === undefined || after?.traffic === undefined) return undefined;
  const moved =
    before.traffic === after.traffic
      ? percent(after.traffic)
      : `${percent(before.traffic)} → ${percent(after.traffic)}`;
  return cause ? `${moved}: ${cause}` : moved;
}

const percent = (share: number) => `${Number((share * 100).toFixed(2))} %`;
