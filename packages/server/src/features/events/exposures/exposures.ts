// First exposures: a minimum over (time, event id), so that order and repetition do not matter.
import type { Event } from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import { type UnitAssignment, upsertAssignments } from '../../people/assignments/index.ts';
import { type FirstExposure, upsertExposures } from './store.ts';

/** An event of the log, with the user in whose profile it is. */
export interface Logged {
  readonly userId: string;
  readonly event: Event;
}

/**
 * Takes the exposures among some events into the first ones, and into what devices and accounts
 * stay with; other events change nothing.
 */
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
  const assignments = assignmentsIn(events);
  if (assignments.length > 0) await upsertAssignments(db, siteId, assignments);
}

function exposureIn({ userId, event }: Logged): FirstExposure | undefined {
  if (event.kind !== 'exposure' || event.isInternal) return undefined;
  const { id, time, campaignId, experienceId, variationId } = event;
  const { allocationVersion, propensity, isKept } = event;
  const { device = null, browser = null, isReturning = null } = event.visitor ?? {};
  return {
    ...{ campaignId, experienceId, userId, variationId, time, eventId: id },
    ...{ holdoutId: event.holdoutId ?? 0, draw: drawOf(event), unitId: event.unit?.id ?? null },
    ...{ allocationVersion, propensity, isKept, device, browser, isReturning },
  };
}

/** Whose key a row is by: what another unit was given is another row of the same user. */
const drawOf = ({ assignment, unit }: Extract<Event, { kind: 'exposure' }>) =>
  (assignment?.key ?? '') + (unit ? `@${unit.id}` : '');

/** The earliest of each unit and key, in units that are not the user's profile. */
function assignmentsIn(events: readonly Logged[]): UnitAssignment[] {
  const firsts = new Map<string, UnitAssignment>();
  for (const { event } of events) {
    if (event.kind !== 'exposure' || !event.unit || !event.assignment) continue;
    const { key, variationId } = event.assignment;
    const one = { unitId: event.unit.id, key, time: event.time, variationId };
    const place = `${one.unitId} ${key}`;
    const known = firsts.get(place);
    const isFirst =
      !known ||
      one.time < known.time ||
      (one.time === known.time && variationId < known.variationId);
    if (isFirst) firsts.set(place, one);
  }
  return [...firsts.values()];
}

const isBefore = (one: FirstExposure, other: FirstExposure) =>
  one.time < other.time || (one.time === other.time && one.eventId < other.eventId);
