// A campaign that runs by the hour: users come, and some buy at once, some within a day.

import type { GuardrailOutcomes } from './guardrail.ts';
import type { Random } from './random.fixture.ts';
import { addConversions, type Growing, nobody } from './trials.fixture.ts';

export interface Shop {
  /** Of control and variation together. */
  readonly usersAnHour: number;
  readonly rate: number;
  /** The variation's of all users. */
  readonly share: number;
  /** The variation's conversion rate, of the control's. */
  readonly times: number;
}

/** What everyone exposed so far did, as guardrails see it. */
export interface Seen {
  readonly conversions: GuardrailOutcomes;
  readonly revenue: GuardrailOutcomes;
  readonly errors: GuardrailOutcomes;
}

interface Arm {
  readonly conversions: Growing;
  readonly revenue: Growing;
  readonly errors: Growing;
  /** Purchases by the hour, modulo a day, in which they will come. */
  readonly later: number[];
}

const day = 24;
const atOnce = 0.8;

/** Launches a campaign; each call lets an hour pass and says what is known after it. */
export function launch(random: Random, shop: Shop): () => Seen {
  const arms = [arm(), arm()] as const;
  let hour = 0;
  return () => {
    const rate = shop.rate * (1 + 0.3 * Math.sin((2 * Math.PI * hour) / day));
    const given = random.binomial(shop.usersAnHour, shop.share);
    pass(random, arms[0], shop.usersAnHour - given, { rate, hour });
    pass(random, arms[1], given, { rate: rate * shop.times, hour });
    hour += 1;
    const strata = (of: 'conversions' | 'revenue' | 'errors') => [arms.map((one) => one[of])];
    const shares = [shop.share];
    return {
      conversions: { kind: 'rate', strata: strata('conversions'), shares },
      revenue: { kind: 'mean', strata: strata('revenue') },
      errors: { kind: 'rate', strata: strata('errors'), shares },
    };
  };
}

const arm = (): Arm => ({
  ...{ conversions: nobody(), revenue: nobody(), errors: nobody() },
  later: Array<number>(day).fill(0),
});

function pass(
  random: Random,
  { conversions, revenue, errors, later }: Arm,
  users: number,
  { rate, hour }: { readonly rate: number; readonly hour: number },
): void {
  const buyers = random.binomial(users, rate);
  for (let buyer = 0; buyer < buyers; buyer += 1) {
    const delay = random.uniform() < atOnce ? 0 : Math.floor(day * random.uniform());
    later[(hour + delay) % day]! += 1;
  }
  const now = later[hour % day]!;
  later[hour % day] = 0;
  conversions.users += users;
  conversions.active += now;
  conversions.sum += now;
  conversions.squares += now;
  revenue.users += users;
  revenue.active += now;
  for (let buyer = 0; buyer < now; buyer += 1) {
    const order = Math.min(Math.exp(4 + random.normal()), 560);
    revenue.sum += order;
    revenue.squares += order ** 2;
  }
  addConversions(random, errors, users, 0.004);
}
