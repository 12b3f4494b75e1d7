// Three weeks of the demo's tests: who came when, and who bought by what they were shown.
import { seededRandom } from './random.ts';

export interface Shopper {
  /** As `user.id` of requests: "shopper-0001". */
  readonly id: string;
  /** When they came, in ms since the epoch. */
  readonly at: number;
  readonly isOnPhone: boolean;
  readonly isReturning: boolean;
  /** From 0 to 1: they buy where the chance of what they were shown is above it. */
  readonly reluctance: number;
  /** Of what they buy, in cents. */
  readonly cents: number;
}

const shopperCount = 3_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
export const historyDays = 21;

/** The same ones for the same seed and UTC day of `now` (ms), all before that day. */
export function generateShoppers(seed: string, now: number): Shopper[] {
  const midnight = Math.floor(now / dayMs) * dayMs;
  return Array.from({ length: shopperCount }, (_, at) => {
    const id = `shopper-${String(at + 1).padStart(4, '0')}`;
    const random = seededRandom(`${seed}/${id}`);
    const day = midnight - random.between(1, historyDays) * dayMs;
    return {
      id,
      at: day + 7 * hourMs + Math.floor(random.fraction() * 15 * hourMs),
      isOnPhone: random.chance(0.6),
      isReturning: random.chance(0.35),
      reluctance: random.fraction(),
      cents: random.between(2_000, 16_000),
    };
  });
}

/** How likely a purchase is, whatever was shown, and what some variations add to it. */
const usualChance = 0.09;
const added: Readonly<Record<string, number>> = { 'Free shipping': 0.1 };

/** Does a shopper buy who was shown variations of these names? */
export function buys({ reluctance }: Shopper, shown: readonly string[]): boolean {
  const chance = shown.reduce((sum, name) => sum + (added[name] ?? 0), usualChance);
  return reluctance < chance;
}
