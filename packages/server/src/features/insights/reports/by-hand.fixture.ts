// What a statistician works out by hand from single users, independently of how reports do.
import assert from 'node:assert/strict';

/** One user's number, and a second one: a denominator, or what they did before. */
export interface Subject {
  readonly y: number;
  readonly x: number;
}

/** A mean, the square of its standard error, users, and users with an outcome. */
export interface Sample {
  readonly mean: number;
  readonly squaredError: number;
  readonly n: number;
  readonly active: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const mean = (numbers: readonly number[]) => sum(numbers) / numbers.length;
const spread = (numbers: readonly number[]) => {
  const middle = mean(numbers);
  return sum(numbers.map((one) => (one - middle) ** 2)) / (numbers.length - 1);
};

export const sampleOf = (ys: readonly number[]): Sample => ({
  mean: mean(ys),
  squaredError: spread(ys) / ys.length,
  n: ys.length,
  active: ys.filter((y) => y !== 0).length,
});

/** A ratio by the delta method, from residuals. */
export function ratioOf(subjects: readonly Subject[]): Sample {
  const ratio = sum(subjects.map(({ y }) => y)) / sum(subjects.map(({ x }) => x));
  const size = mean(subjects.map(({ x }) => x));
  const ys = subjects.map(({ y, x }) => ratio + (y - ratio * x) / size);
  const active = subjects.filter(({ y }) => y !== 0).length;
  return { ...sampleOf(ys), active };
}

/** Outcomes of some variations less what the time before says of them. */
export function cuped(groups: readonly (readonly Subject[])[]): Sample[] {
  const centred = groups.flatMap((subjects) => {
    const [y, x] = [mean(subjects.map((one) => one.y)), mean(subjects.map((one) => one.x))];
    return subjects.map((one) => ({ y: one.y - y, x: one.x - x }));
  });
  const theta = sum(centred.map(({ y, x }) => x * y)) / sum(centred.map(({ x }) => x * x));
  const middle = mean(groups.flat().map(({ x }) => x));
  return groups.map((subjects) => ({
    ...sampleOf(subjects.map(({ y, x }) => y - theta * (x - middle))),
    active: subjects.filter(({ y }) => y !== 0).length,
  }));
}

/** Fieller's bounds of the ratio of two means, as the roots of their quadratic. */
export function fieller(control: Sample, variation: Sample, errors: number): [number, number] {
  const a = control.mean ** 2 - errors ** 2 * control.squaredError;
  const b = -2 * control.mean * variation.mean;
  const c = variation.mean ** 2 - errors ** 2 * variation.squaredError;
  const root = Math.sqrt(b * b - 4 * a * c);
  return [(-b - root) / (2 * a) - 1, (-b + root) / (2 * a) - 1];
}

/** How many standard errors the asymptotic sequence reaches. */
export function reachOf(users: number, alpha: number): number {
  const rho = (-2 * Math.log(0.05) + Math.log(1 - 2 * Math.log(0.05))) / 10_000;
  const k = rho * users;
  return Math.sqrt(((k + 1) / k) * Math.log((1 + k) / alpha ** 2));
}

/** The p-value of the asymptotic sequence. */
export function sequentialP(errors: number, users: number): number {
  const rho = (-2 * Math.log(0.05) + Math.log(1 - 2 * Math.log(0.05))) / 10_000;
  const k = rho * users;
  return Math.min(1, Math.sqrt(1 + k) * Math.exp((-0.5 * errors ** 2 * k) / (1 + k)));
}

/** The probability of a t beyond either side, by Simpson's rule over its density. */
export function tailsOfT(t: number, degrees: number): number {
  const density = (at: number) => (1 + (at * at) / degrees) ** (-(degrees + 1) / 2);
  const whole = 2 * simpson(density, 0, 60);
  return 1 - (2 * simpson(density, 0, Math.abs(t))) / whole;
}

export const degreesOf = (one: Sample, other: Sample): number =>
  (one.squaredError + other.squaredError) ** 2 /
  (one.squaredError ** 2 / (one.n - 1) + other.squaredError ** 2 / (other.n - 1));

function simpson(of: (at: number) => number, from: number, to: number): number {
  const steps = 4_000;
  const step = (to - from) / steps;
  let total = of(from) + of(to);
  for (let at = 1; at < steps; at += 1) total += (at % 2 ? 4 : 2) * of(from + at * step);
  return (total * step) / 3;
}

/** Counts figures that are compared, and refuses one that differs. */
export function openTally() {
  let compared = 0;
  return {
    count: () => compared,
    same(actual: unknown, expected: number | string | null, what: string, within = 1e-9): void {
      compared += 1;
      if (typeof expected !== 'number' || typeof actual !== 'number') {
        assert.equal(actual, expected, what);
        return;
      }
      const distance = Math.abs(actual - expected);
      assert.ok(
        distance <= within * Math.max(1, Math.abs(expected)),
        `${what}: reported ${actual}, by hand ${expected}`,
      );
    },
  };
}
