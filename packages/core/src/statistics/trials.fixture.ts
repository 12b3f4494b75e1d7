// Users who come day by day, as the sums that reports are made of; never one by one.

import type { Estimate, Interval } from './moments.ts';
import type { Random } from './random.fixture.ts';

/** Moments that grow. */
export interface Growing {
  users: number;
  active: number;
  sum: number;
  squares: number;
}

export const nobody = (): Growing => ({ users: 0, active: 0, sum: 0, squares: 0 });

/** Adds users, some of which convert. */
export function addConversions(random: Random, to: Growing, users: number, rate: number): void {
  const active = random.binomial(users, rate);
  to.users += users;
  to.active += active;
  to.sum += active;
  to.squares += active;
}

/** Who buys, and for how much: exp(location + shape * normal), no more than the cap. */
export interface Spending {
  readonly rate: number;
  readonly location: number;
  readonly shape: number;
  readonly cap: number;
}

/** Adds users; a few buy, and fewer for a lot. */
export function addRevenue(random: Random, to: Growing, users: number, spending: Spending): void {
  const active = random.binomial(users, spending.rate);
  to.users += users;
  to.active += active;
  for (let buyer = 0; buyer < active; buyer += 1) {
    const size = Math.exp(spending.location + spending.shape * random.normal());
    const outcome = Math.min(size, spending.cap);
    to.sum += outcome;
    to.squares += outcome * outcome;
  }
}

/** What a fixed-horizon test would look at: the difference in standard errors. */
export function zScore(one: Estimate, other: Estimate): number {
  const error = Math.sqrt(one.variance + other.variance);
  return error > 0 ? (other.mean - one.mean) / error : 0;
}

/** Whether an interval holds a value; without a bound it does. */
export const covers = ({ low, high }: Interval, value: number): boolean =>
  (low ?? Number.NEGATIVE_INFINITY) <= value && value <= (high ?? Number.POSITIVE_INFINITY);
