// How often a calm and what a profile brings come by turns, and what is compared with what.
import { type SecondResult, summaryOf } from './plan.ts';

export const secondsAfter = 12;
/** The first seconds of a calm are not told: connections are opened, or an overload ends. */
const settling = { first: 2, again: 5 } as const;
/**
 * How often a profile has a calm and then what it brings, and for how many seconds. The p99 of two
 * calms differ by a quarter, so that one pair tells nothing of a quarter. An upload outlasts its
 * time, and an overload its own: for them there is no calm afterwards to compare with.
 */
export interface Course {
  readonly times: number;
  readonly calm: number;
  readonly during: number;
}
const once = { times: 1, calm: 12, during: 12 };
export const byTurns = { times: 3, calm: 10, during: 12 };
const courses: Readonly<Record<string, Course>> = {
  ...{ '2x': once, '5x': once, '10x': once, feed: { times: 1, calm: 30, during: 30 } },
};

export function courseOf(profile: string): Course {
  return courses[profile] ?? byTurns;
}

/** What choose's seconds tell of the times before, during and after; see `Row`. */
export function figuresOf(all: readonly SecondResult[], { times, calm, during }: Course) {
  const beginnings = Array.from({ length: times }, (_, turn) => turn * (calm + during));
  // Seconds in which the loads change are the measurement's, not the node's.
  const disturbed = beginnings.map((from) => all.slice(from + calm + 1, from + calm + during));
  const calms = beginnings.map((from) =>
    all.slice(from + (from === 0 ? settling.first : settling.again), from + calm),
  );
  const end = times * (calm + during);
  const back = all.slice(end + settling.again, end + secondsAfter);
  const ratios = disturbed.map((one, turn) => {
    const around = times === 1 ? calms[turn]! : [...calms[turn]!, ...(calms[turn + 1] ?? back)];
    return summaryOf(one).p99Ms / summaryOf(around).p99Ms;
  });
  return {
    before: summaryOf(calms.flat()),
    during: summaryOf(disturbed.flat()),
    ratios,
    back: summaryOf(back),
  };
}
