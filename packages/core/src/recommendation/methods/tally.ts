// What one item has in common with all others, added up in columns that are used again.

/** Sums by item. */
export interface Tally {
  /** Adds a whole number of meetings with an item, and what they count. */
  readonly add: (item: number, times: number, amount: number) => void;
  /** Hands over every item that something was added of, in no order; and forgets all. */
  readonly take: (each: (item: number, times: number, amount: number) => void) => void;
}

export function makeTally(itemCount: number): Tally {
  const times = new Uint32Array(itemCount);
  const amounts = new Float64Array(itemCount);
  const touched = new Uint32Array(itemCount);
  let size = 0;
  return {
    add: (item, more, amount) => {
      if (times[item] === 0) {
        touched[size] = item;
        size += 1;
      }
      times[item]! += more;
      amounts[item]! += amount;
    },
    take: (each) => {
      for (let at = 0; at < size; at++) {
        const item = touched[at]!;
        each(item, times[item]!, amounts[item]!);
        times[item] = 0;
        amounts[item] = 0;
      }
      size = 0;
    },
  };
}

/** A tally of whole numbers by day, each day with its weight. */
export interface DayTally {
  /** What is added from now on is of this age; equal ages come one behind the other. */
  readonly turnTo: (age: number) => void;
  readonly add: (item: number, times: number) => void;
  readonly take: Tally['take'];
}

/**
 * Weights are by age; undefined: all 1. A day's times are added before they are weighed, so that
 * the sum is the same to the last bit whether they came one by one or counted already.
 */
export function makeDayTally(itemCount: number, weights: Float64Array | undefined): DayTally {
  const all = makeTally(itemCount);
  const ofDay = weights && makeTally(itemCount);
  if (weights === undefined || ofDay === undefined) {
    const add = (item: number, times: number): void => all.add(item, times, times);
    return { turnTo: () => undefined, add, take: all.take };
  }
  let current = 0;
  const endDay = (): void => {
    const weight = weights[current]!;
    ofDay.take((item, times) => all.add(item, times, times * weight));
  };
  return {
    turnTo: (age) => {
      if (age === current) return;
      endDay();
      current = age;
    },
    add: (item, times) => ofDay.add(item, times, 0),
    take: (each) => {
      endDay();
      all.take(each);
    },
  };
}
