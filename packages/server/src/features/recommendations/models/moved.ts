// How far a log has moved since a model was made of it, and whether that is worth another build.
import type { LearningMethod } from '@attune/core';
import { type DayState, dayTextOf } from '../../events/interactions/index.ts';

const dayMs = 86_400_000;
/** Of the events in a window; a model that is so little behind ranks as well as a new one. */
const meaningfulShare = 0.01;

/** A site's log at a time, as models are made of it. */
export interface LogState {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly days: readonly Pick<DayState, 'day' | 'changes' | 'erasures'>[];
  /** How often a day one user counts. */
  readonly mostADay: number;
}

/** The first day of a window that ends on a time's day. */
export const firstDay = (at: number, window: number) => dayTextOf(at - (window - 1) * dayMs);

/** What a model was made of, as text: how often a user counts, events and erasures of each day. */
export function markOf({ days, mostADay }: Pick<LogState, 'days' | 'mostADay'>): string {
  const counted = days.filter(({ changes }) => changes > 0);
  const texts = counted.map(({ day, changes, erasures }) => `${day}:${changes}:${erasures}`);
  return [mostADay, ...texts].join(' ');
}

/** How many events of any kind a mark counts; 0 of one that an earlier release wrote. */
export const countOf = (mark: string) => sumOf(daysOf(mark));

/**
 * Has enough moved since a model was built? Events count that came, and that left the window with
 * their day: a hundredth of it, or of a small window its square root, by which chance alone moves a
 * count. 10 of 100 events are enough, and 100 of 10,000. Of a person who was erased, one is.
 */
export function hasMoved(
  method: LearningMethod,
  built: { readonly mark: string; readonly builtAt: number },
  log: LogState,
): boolean {
  if (!built.mark.startsWith(`${log.mostADay} `) && built.mark !== `${log.mostADay}`) return true;
  const before = daysOf(built.mark);
  const now = daysOf(markOf(log));
  return windowsOf(method).some((window) => {
    const was = from(before, firstDay(built.builtAt, window));
    const is = from(now, firstDay(log.at, window));
    if (erasuresOf(is) > erasuresOf(from(was, firstDay(log.at, window)))) return true;
    const moved = differenceOf(was, is);
    const count = sumOf(was);
    return moved > 0 && moved >= Math.max(Math.sqrt(count), meaningfulShare * count);
  });
}

/** Days that are no longer recent are news of what is trending as well. */
const windowsOf = (method: LearningMethod) =>
  method.type === 'trending' ? [method.window, method.recent] : [method.window];

type Days = ReadonlyMap<string, Omit<LogState['days'][number], 'day'>>;

function daysOf(mark: string): Days {
  const [, ...counted] = mark.split(' ');
  const days = counted.map((one) => one.split(':'));
  return new Map(
    days.map(([day = '', changes = 0, erasures = 0]) => [
      day,
      { changes: Number(changes), erasures: Number(erasures) },
    ]),
  );
}

const from = (days: Days, first: string): Days =>
  new Map([...days].filter(([day]) => day >= first));
const sumOf = (days: Days) => days.values().reduce((sum, { changes }) => sum + changes, 0);
const erasuresOf = (days: Days) => days.values().reduce((sum, { erasures }) => sum + erasures, 0);

function differenceOf(was: Days, is: Days): number {
  const days = [...new Set([...was.keys(), ...is.keys()])];
  const of = (day: string) => Math.abs((is.get(day)?.changes ?? 0) - (was.get(day)?.changes ?? 0));
  return days.reduce((sum, day) => sum + of(day), 0);
}
