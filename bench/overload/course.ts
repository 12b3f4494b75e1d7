// How often a calm and what a profile brings come by turns, and what is compared with what.
import { type SecondResult, summaryOf } from './plan.ts';

/** The first seconds of a calm are not counted: connections are opened, or an overload ends. */
const settling = { first: 2, again: 5 } as const;
/** A calm and then what a profile brings, by turns, for so many seconds each, and a last calm. */
export interface Course {
  readonly times: number;
  readonly calm: number;
  readonly during: number;
}
/** The p99 of two calms differ by a quarter, so one pair cannot show a difference of a quarter. */
export const byTurns: Course = { times: 3, calm: 12, during: 12 };
/** Nor do three: what a bound is near to comes more often. */
const often: Course = { times: 9, calm: 8, during: 8 };
/** As many seconds of each calm count as of what it is compared with, the calm from 5 s after. */
const overload: Course = { times: 6, calm: 10, during: 8 };

const courses: Readonly<Record<string, Course>> = {
  ...{ calm: often, flood: often },
  // A crowd needs 4 s to come, and those who make it look at what is left for 8 s.
  slow: { ...often, during: 12 },
  feed: { ...byTurns, during: 20 },
  ...{ '2x': overload, '5x': overload, '10x': overload },
};

export const courseOf = (profile: string): Course => courses[profile] ?? byTurns;

/** What choose's seconds show of the times before, during and after; see `Row`. */
export function figuresOf(all: readonly SecondResult[], { times, calm, during }: Course) {
  const turns = Array.from({ length: times }, (_, turn) => {
    const from = turn * (calm + during);
    const until = from + calm + during;
    return {
      before: all.slice(from + (turn === 0 ? settling.first : settling.again), from + calm),
      // Seconds in which the loads change are the measurement's, not the node's.
      during: all.slice(from + calm + 1, until),
      back: all.slice(until + settling.again, until + calm),
    };
  });
  const p99 = (seconds: readonly SecondResult[]) => summaryOf(seconds).p99Ms;
  return {
    before: summaryOf(turns.flatMap(({ before }) => before)),
    during: summaryOf(turns.flatMap((turn) => turn.during)),
    ratios: turns.map((turn) => p99(turn.during) / p99([...turn.before, ...turn.back])),
    back: summaryOf(turns.flatMap(({ back }) => back)),
    backRatios: turns.map(({ before, back }) => p99(back) / p99(before)),
  };
}
