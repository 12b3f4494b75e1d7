// How often a user did something lately, from the sums in their profile.

import {
  type Counts,
  cellOf,
  dayOfCell,
  type Profile,
  signalOfCell,
  signals,
} from '../profile/profile.ts';
import type { ActivityQuestion } from './question.ts';

/**
 * Counts what is asked for in a profile as of `today` (UTC, days since the epoch), the last of the
 * days that count. Days that the profile has dropped to stay bounded count nothing. Profiles know
 * campaigns by their ids: that is what `campaign` of a question is here.
 */
export function countActivity(profile: Profile, asked: ActivityQuestion, today: number): number {
  const first = today - asked.days + 1;
  const within = (cell: number) => cell >= cellOf(first, 0) && cell < cellOf(today + 1, 0);
  switch (asked.of) {
    case 'kind':
      return sum(profile.activity.get('kind')?.values.get(asked.kind), within);
    case 'event':
      return sum(profile.activity.get('event')?.values.get(asked.name), within);
    case 'campaign':
      return sum(profile.activity.get(asked.did)?.values.get(asked.campaign), within);
    case 'days':
      return activeDays(profile, within);
    case 'value': {
      const signal = signals.indexOf(asked.signal);
      const counts = profile.properties.get(asked.property)?.values.get(asked.value);
      return sum(counts, (cell) => within(cell) && signalOfCell(cell) === signal);
    }
  }
}

function sum(counts: Counts | undefined, counted: (cell: number) => boolean): number {
  let total = 0;
  for (const [cell, count] of counts ?? []) if (counted(cell)) total += count;
  return total;
}

/** A refund is what the shop did. */
function activeDays({ activity }: Profile, within: (cell: number) => boolean): number {
  const days = new Set<number>();
  for (const [kind, counts] of activity.get('kind')?.values ?? []) {
    if (kind === 'refund') continue;
    for (const cell of counts.keys()) if (within(cell)) days.add(dayOfCell(cell));
  }
  return days.size;
}
