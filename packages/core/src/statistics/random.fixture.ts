// Draws for the simulations: seeded, so that a run can be repeated, and cheap, so that many can be.

import { logGamma } from './special.ts';

export interface Random {
  readonly seed: number;
  /** In (0, 1). */
  readonly uniform: () => number;
  readonly normal: () => number;
  /** Successes in `count` draws; exact, and as cheap for millions as its standard deviation. */
  readonly binomial: (count: number, probability: number) => number;
}

/** What `SEED` says, or always the same; tests print it. */
export const seed = Number(process.env['SEED'] ?? 20_261_121);

/** Random numbers by the generator sfc32 (Doty-Humphrey's PractRand). */
export function seededRandom(seed: number): Random {
  const next = smallFastCounting(seed);
  const uniform = (): number => (next() + 0.5) / 2 ** 32;
  let spare: number | undefined;
  const normal = (): number => {
    if (spare !== undefined) {
      const kept = spare;
      spare = undefined;
      return kept;
    }
    const radius = Math.sqrt(-2 * Math.log(uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
  const fine = (): number => (next() * 2 ** 21 + (next() >>> 11) + 0.5) / 2 ** 53;
  return { seed, uniform, normal, binomial: (count, p) => drawBinomial(fine(), count, p) };
}

/** The quantile by inversion, outwards from the mode. */
function drawBinomial(uniform: number, count: number, probability: number): number {
  if (count === 0 || probability <= 0) return 0;
  if (probability >= 1) return count;
  const mode = Math.min(count, Math.floor((count + 1) * probability));
  const odds = probability / (1 - probability);
  let [left, right] = [mode, mode];
  let atLeft = Math.exp(
    logGamma(count + 1) -
      logGamma(mode + 1) -
      logGamma(count - mode + 1) +
      mode * Math.log(probability) +
      (count - mode) * Math.log1p(-probability),
  );
  let atRight = atLeft;
  let rest = uniform - atLeft;
  while (rest > 0 && (left > 0 || right < count)) {
    atRight *= ((count - right) / (right + 1)) * odds;
    right += 1;
    rest -= atRight;
    if (rest <= 0) return Math.min(right, count);
    atLeft *= left / ((count - left + 1) * odds);
    left -= 1;
    rest -= atLeft;
  }
  return Math.max(left, 0);
}

function smallFastCounting(seed: number): () => number {
  let [a, b, c, counter] = [seed | 0, (seed / 2 ** 32) | 0, 0, 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let step = 0; step < 20; step += 1) next();
  return next;
}
