// Which products a user saw or bought last, and which variation an exposure made them keep.

import { compareByCodePoint } from '../text/characters.ts';
import type { Moment, StickyAssignment } from './profile.ts';

/** Earlier first; of the same time, by the event's id. */
function compareMoments(a: Moment, b: Moment): number {
  return a.time - b.time || compareByCodePoint(a.id, b.id);
}

/** Remembers the latest moment of a sku. */
export function addRecent(recent: Map<string, Moment>, sku: string, moment: Moment): void {
  const known = recent.get(sku);
  if (known === undefined || compareMoments(known, moment) < 0) {
    recent.set(sku, { time: moment.time, id: moment.id });
  }
}

/** Skus with their moments, the latest first; of one event, the last by code points. */
export function recentSkus(recent: ReadonlyMap<string, Moment>): [sku: string, Moment][] {
  return [...recent].sort(
    ([a, left], [b, right]) => compareMoments(right, left) || compareByCodePoint(b, a),
  );
}

/**
 * Remembers the first assignment of a key: a known person's before a device's, then the earlier, so
 * that signing in neither loses what the person had nor lets a second device change it.
 */
export function addAssignment(
  assignments: Map<string, StickyAssignment>,
  key: string,
  assignment: StickyAssignment,
): void {
  const known = assignments.get(key);
  if (known === undefined || compareAssignments(assignment, known) < 0) {
    assignments.set(key, assignment);
  }
}

function compareAssignments(a: StickyAssignment, b: StickyAssignment): number {
  if (a.identified !== b.identified) return a.identified ? -1 : 1;
  return compareMoments(a, b) || a.variationId - b.variationId;
}
