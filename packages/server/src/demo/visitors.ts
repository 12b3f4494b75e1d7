// The visitors of the demo shop: some with a taste that shows at once, and many others.

import { clearPreferences, drawPreference, type Preference } from './preferences.ts';
import type { Product } from './products.ts';
import { seededRandom } from './random.ts';
import { generateVisits, type Visit } from './visits.ts';

export interface Visitor {
  /** The `external` id: visitor-001 and so on. */
  readonly cuid: string;
  readonly taste: Preference;
  /** In the order of time. */
  readonly visits: readonly Visit[];
}

const visitorCount = 300;
const fewestEvents = 10;
const mostEvents = 60;
/** Of each of the first visitors, whose taste is clear. */
const eventsOfClearTaste = 50;

/** Three hundred visitors, the same ones for the same seed, products and UTC day of `now` (ms). */
export function generateVisitors(
  seed: string,
  products: readonly Product[],
  now: number,
): Visitor[] {
  return Array.from({ length: visitorCount }, (_, at) => {
    const cuid = `visitor-${String(at + 1).padStart(3, '0')}`;
    const random = seededRandom(`${seed}/${cuid}`);
    const clear = clearPreferences[at];
    const taste = clear ?? drawPreference(random);
    const events = clear ? eventsOfClearTaste : random.between(fewestEvents, mostEvents);
    return { cuid, taste, visits: generateVisits(random, { cuid, taste, events }, products, now) };
  });
}
