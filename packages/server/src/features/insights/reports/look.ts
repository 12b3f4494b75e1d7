// When an experience is judged: whenever anyone looks, or once, when the planned users count.
import type { ReportOutput } from '@attune/contract';
import type { ExperienceDefinition } from '@attune/core';
import type { Design } from '../../experiences/campaigns/index.ts';
import type { Cell } from './store.ts';
import type { Comparison } from './sums.ts';

export type Look = ReportOutput['experiences'][number]['look'];

export const anyTime: Look = { state: 'any-time', usersNeeded: null, lastDay: null };

/**
 * The look of an experience.
 *
 * A planned one ends with the day on which the last of its variations got its last planned user,
 * and comes when the window of everyone first exposed until then has closed. Neither follows from
 * what users did, and later users change nothing: it stays the one look however often it is asked
 * for.
 */
export function lookOf(
  { kind, usersPerVariation }: Design,
  comparison: Comparison,
  { variations }: Pick<ExperienceDefinition, 'variations'>,
  cells: readonly Cell[],
  /** In the site's zone: a day that is not over has all of its users only later. */
  today: string,
): Look {
  if (kind === 'any-time' || usersPerVariation === null || comparison !== 'fixed') return anyTime;
  const left = new Map(
    variations.filter(({ weight }) => weight > 0).map(({ id }) => [id, usersPerVariation]),
  );
  const notYet = { state: 'not-yet', usersNeeded: usersPerVariation, lastDay: null } as const;
  const days = [...Map.groupBy(cells, ({ day }) => day)].sort(([a], [b]) => (a < b ? -1 : 1));
  let isOpen = false;
  for (const [day, those] of days) {
    for (const { variationId, exposed, users } of those) {
      left.set(variationId, (left.get(variationId) ?? 0) - exposed);
      isOpen ||= users < exposed;
    }
    if (isOpen || day >= today) return notYet;
    if ([...left.values()].every((users) => users <= 0)) {
      return { state: 'done', usersNeeded: usersPerVariation, lastDay: day };
    }
  }
  return notYet;
}

/** The users that a look is at. */
export const cellsWithin = ({ lastDay }: Look, cells: readonly Cell[]): readonly Cell[] =>
  lastDay === null ? cells : cells.filter(({ day }) => day <= lastDay);
