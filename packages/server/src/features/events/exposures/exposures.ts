// First exposures: a minimum over (time, event id), so that order and repetition do not matter.
import type { Event } from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import { type FirstExposure, upsertExposures } from './store.ts';

/** An event of the log, with the user in whose profile it is. */
export interface Logged {
  readonly userId: string;
  readonly event: Event;
}

/** Takes the exposures among some events into the first ones; other events change nothing. */
export async function noteExposures(
  db: Db,
  siteId: number,
  events: readonly Logged[],
): Promise<void> {
  const firsts = new Map<string, FirstExposure>();
  for (const one of events) {
    const exposure = exposureIn(one);
    if (!exposure) continue;
    const { campaignId, experienceId, userId, variationId, holdoutId, draw } = exposure;
    const key = `${campaignId} ${experienceId} ${userId} ${variationId} ${holdoutId} ${draw}`;
    const known = firsts.get(key);
    if (!known || isBefore(exposure, known)) firsts.set(key, exposure);
  }
  if (firsts.size > 0) await upsertExposures(db, siteId, [...firsts.values()]);
}

function exposureIn({ userId, event }: Logged): FirstExposure | undefined {
  if (event.kind !== 'exposure') return undefined;
  const { id, time, campaignId, experienceId, variationId } = event;
  const { allocationVersion, propensity, isKept } = event;
  const { device = null, isReturning = null } = event.visitor ?? {};
  return {
    ...{ campaignId, experienceId, userId, variationId, time, eventId: id },
    ...{ holdoutId: event.holdoutId ?? 0, draw: event.assignment?.key ?? '' },
    ...{ allocationVersion, propensity, isKept, device, isReturning },
  };
}

const isBefore = (one: FirstExposure, other: FirstExposure) =>
  one.time < other.time || (one.time === other.time && one.eventId < other.eventId);
