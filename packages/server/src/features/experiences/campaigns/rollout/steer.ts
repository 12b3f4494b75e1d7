// Steers a rollout: held, resumed, a step on, a step back; by a teammate, by time, by a guardrail.
import type { RolloutAct } from '@attune/contract';
import {
  holdStep,
  isOver,
  nextStep,
  previousStep,
  type Rollout,
  resumeStep,
  shareAt,
} from '@attune/core';
import { ApiError } from '../../../../api-error.ts';
import type { Context, Who } from '../../../../context.ts';
import type { Db } from '../../../../db/schema.ts';
import { notify } from '../../../configuration/notifications/index.ts';
import {
  type Publication,
  pausePublication,
  upsertPublication,
} from '../../../configuration/publications/index.ts';
import { changeSite } from '../../../configuration/sites/index.ts';
import {
  type ObjectRow,
  readObject,
  subjectOf,
} from '../../../configuration/versioned-objects/index.ts';
import { campaignKind } from '../accept.ts';
import { publicationsById } from '../campaigns.ts';
import { definitionOf, inputOf } from '../stored.ts';
import { bodyAt } from './publishing.ts';
import { type StoredRollout, selectRollout, upsertRollout } from './store.ts';

/** Why it is done, where that is no teammate's wish. */
export interface Occasion {
  readonly cause?: string;
  /** Of a worker: where the rollout was when it looked. */
  readonly seen?: Pick<StoredRollout, 'step' | 'since' | 'state'>;
}

/**
 * Does something with the rollout of a published campaign. It serves the version that was published
 * through the gate of approvals, to a share that this version names as a step; the draft is not
 * looked at, so that nothing becomes live by it that was not approved. A return from the first step
 * pauses the campaign; resuming that makes it live again. Throws `not_found`, or `conflict` where
 * there is nothing to do so with.
 */
export async function steerRollout(
  ctx: Context,
  who: Who,
  id: number,
  act: RolloutAct,
  { cause, seen }: Occasion = {},
): Promise<ObjectRow> {
  const change = { ...who, action: `campaign.${act}`, subject: String(id), about: stepChange };
  const { row } = await changeSite(ctx, change, async (tx, revision) => {
    const row = await readObject(tx, who.siteId, campaignKind, id);
    const live = (await publicationsById(tx, who.siteId)).get(id);
    const before = await selectRollout(tx, who.siteId, id);
    if (!live || !before || (before.steps.length === 0 && !seen)) {
      throw new ApiError('conflict', 'The campaign has no rollout: publish it with steps first.');
    }
    if (seen && !isAsSeen(before, seen)) {
      throw new ApiError('conflict', 'The rollout has moved on meanwhile.');
    }
    if (isOver(definitionOf(live.body))) {
      throw new ApiError('conflict', 'The test has ended: everyone gets one variation.');
    }
    refuseUnlessLive(live, act, before);
    const now = ctx.now();
    const after = movedBy(act, before, now);
    const at = { revision, time: new Date(now), actor: who.actor, isStep: true };
    if (after) await moveTo(tx, who.siteId, { live, before, after, cause }, at);
    else await takeAway(tx, who.siteId, { ...before, since: now, cause });
    const isLive = live.status === 'live';
    const done = { row, known: before, before: isLive ? before : undefined, after, cause };
    if (act === 'return') await tellBreach(tx, { siteId: who.siteId, at: at.time }, done);
    return done;
  });
  return row;
}

const isAsSeen = (
  { step, since, state }: Rollout,
  seen: Pick<StoredRollout, 'step' | 'since' | 'state'>,
) => step === seen.step && since === seen.since && state === seen.state;

function refuseUnlessLive({ status }: Publication, act: RolloutAct, { state }: Rollout): void {
  if (status === 'live' || (state === 'returned' && (act === 'resume' || act === 'advance')))
    return;
  throw new ApiError('conflict', 'The campaign is paused: publish it to go on.');
}

/** Where an act leads; undefined: nobody takes part any more. */
function movedBy(act: RolloutAct, before: StoredRollout, now: number): Rollout | undefined {
  const { state, steps } = before;
  switch (act) {
    case 'hold':
      if (state !== 'running') throw new ApiError('conflict', `The rollout is ${said[state]}.`);
      return holdStep(before, now);
    case 'resume':
      if (state === 'held' || state === 'returned') return resumeStep(before, steps, now);
      throw new ApiError('conflict', `The rollout is ${said[state]}.`);
    case 'advance': {
      const next = nextStep(before, steps, now);
      if (next) return next;
      throw new ApiError('conflict', `The rollout is ${said.complete}.`);
    }
    case 'return':
      return previousStep(before, now);
  }
}

const said = {
  running: 'running: its next step begins by itself',
  held: 'held already',
  returned: 'held since it went back',
  complete: 'complete: all of the traffic takes part',
} as const;

interface Move {
  readonly live: Publication;
  readonly before: StoredRollout;
  readonly after: Rollout;
  readonly cause: string | undefined;
}

async function moveTo(
  tx: Db,
  siteId: number,
  { live, before, after, cause }: Move,
  at: Parameters<typeof upsertPublication>[3],
): Promise<void> {
  const goesOn = before.state === 'returned' && after.state !== 'returned';
  const next: StoredRollout = {
    ...{ ...before, ...after },
    cause: after.state === 'returned' ? cause : undefined,
    ...(goesOn && { guardedFrom: after.since }),
  };
  await upsertRollout(tx, siteId, next);
  const isSame = after.step === before.step && live.status === 'live';
  if (isSame) return;
  const body = bodyAt(live.body, next);
  await upsertPublication(tx, siteId, { ...live, status: 'live', body }, at);
}

/** From the first step there is none to go back to: the campaign pauses. */
async function takeAway(tx: Db, siteId: number, rollout: StoredRollout): Promise<void> {
  await upsertRollout(tx, siteId, { ...rollout, state: 'returned', takesOut: true });
  await pausePublication(tx, siteId, rollout.campaignId);
}

/** A return that a teammate wished for has no cause. */
async function tellBreach(
  tx: Db,
  happened: Parameters<typeof notify>[1],
  { row, known, after, cause }: Changed,
): Promise<void> {
  if (cause === undefined) return;
  const data = {
    ...{ campaignId: row.id, campaignName: inputOf(row.body).name, cause },
    trafficBefore: shareOf(known, known),
    trafficAfter: after ? shareOf(known, after) : 0,
  };
  await notify(tx, happened, { type: 'campaign.guardrail_breached', data });
}

const shareOf = ({ steps, traffic }: StoredRollout, { step }: Rollout) =>
  shareAt(steps, traffic, step);

interface Changed {
  readonly row: ObjectRow;
  readonly known: StoredRollout;
  /** Undefined: it was not served. */
  readonly before: Rollout | undefined;
  readonly after: Rollout | undefined;
  readonly cause: string | undefined;
}

const stepChange = ({ row, known, before, after, cause }: Changed) => {
  const shown = (at: Rollout | undefined) =>
    at ? { step: at.step + 1, traffic: shareOf(known, at) } : { step: 0, traffic: 0 };
  const details = { before: shown(before), after: shown(after), ...(cause && { cause }) };
  return { ...subjectOf(row), details };
};
