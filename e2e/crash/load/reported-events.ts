// Events reported of people: preferences, purchases (some twice), refunds, and custom events.
import type { Random } from '../../../packages/server/src/demo/random.ts';
import type { Person } from './people.ts';

export interface ReportedEvent {
  /** What the log will know the event by. */
  readonly name: string;
  readonly event: Record<string, unknown>;
}

const dayMs = 86_400_000;
const colours = ['red', 'green', 'blue', 'black', 'white'];

/** Makes events; each has an id and a time of its own. */
export function eventMaker(
  random: Random,
  daysAgo: () => number,
): (person: Person) => ReportedEvent {
  const began = Date.now();
  let made = 0;
  return (person) => {
    made += 1;
    const stamp = {
      eventId: `event-${made}`,
      timestamp: new Date(began - daysAgo() * dayMs - made).toISOString(),
    };
    const bought = transactionsOf(person, 'purchase:');
    const unreturned = bought.filter((id) => !person.tried.has(`refund:${id}`));
    const kind = random.pick(['inform', 'inform', 'custom', 'purchase', 'refund'] as const);
    if (kind === 'refund' && unreturned.length > 0) {
      const id = random.pick(unreturned);
      const properties = { svcType: 'refund-v1', uniqueTransactionId: id };
      return { name: `refund:${id}`, event: { name: 'refund', ...stamp, properties } };
    }
    if (kind === 'purchase' || kind === 'refund') {
      // Now and then the thank-you page is loaded again, and sends an event id of its own.
      const id = bought.length > 0 && random.chance(0.2) ? random.pick(bought) : `t-${made}`;
      const properties = {
        ...{ svcType: 'purchase-v1', value: 10, uniqueTransactionId: id },
        cart: [{ productId: `changes-${made % 40}`, quantity: 1, itemPrice: 10 }],
      };
      return { name: `purchase:${id}`, event: { name: 'buy', ...stamp, properties } };
    }
    const data = [{ attribute: 'color', values: [random.pick(colours)] }];
    const properties =
      kind === 'custom' ? { number: made } : { svcType: 'inform-affinity-v1', data };
    return { name: stamp.eventId, event: { name: kind, ...stamp, properties } };
  };
}

function transactionsOf({ acknowledged }: Person, prefix: string): string[] {
  return [...acknowledged]
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
}
