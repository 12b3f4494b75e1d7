// Whether a publication that was found due is still to come: it is done once, of its own version.
import { ApiError } from '../../../../api-error.ts';
import type { Db } from '../../../../db/schema.ts';
import type { ObjectRow } from '../../../configuration/versioned-objects/index.ts';
import { type ScheduledPublication, selectScheduled } from './store.ts';

/** Is a publication scheduled as it was seen? */
export async function isAsScheduled(
  tx: Db,
  siteId: number,
  { campaignId, version, at }: ScheduledPublication,
): Promise<boolean> {
  const all = await selectScheduled(tx, siteId);
  const now = all.find((one) => one.campaignId === campaignId);
  return (
    now !== undefined &&
    now.refused === null &&
    now.version === version &&
    now.at.getTime() === at.getTime()
  );
}

/** Throws `conflict` where another worker did it, it was moved, or the draft was changed. */
export async function refuseUnlessAsScheduled(
  tx: Db,
  siteId: number,
  { version }: ObjectRow,
  scheduled: ScheduledPublication,
): Promise<void> {
  if (!(await isAsScheduled(tx, siteId, scheduled))) throw movedOn();
  if (version !== scheduled.version) {
    throw new ApiError('conflict', sayChanged(scheduled.version, version));
  }
}

export const movedOn = () =>
  new ApiError('conflict', 'The scheduled publication has changed meanwhile.');

/** Why a version is not published. */
export const sayChanged = (scheduled: number, present: number) =>
  `The draft was changed after version ${scheduled} was scheduled: it is at version ${present} ` +
  'now. Schedule it again.';
