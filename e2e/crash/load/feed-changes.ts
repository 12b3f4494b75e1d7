// Changes of feeds in each form that the API takes: some items, all items, and all as lines.
import type { Random } from '../../../packages/server/src/demo/random.ts';
import type { Outcome, Send, Sent } from '../api.ts';

/** What a feed holds: a number by sku, so that states can be distinguished. */
export type Items = ReadonlyMap<string, number>;

export interface Change {
  readonly after: Items;
  /** Can be sent again. */
  readonly send: () => Promise<Outcome>;
}

const colours = ['red', 'green', 'blue', 'black'];
const path = (id: string) => `/v2/feeds/svcid/${id}?allowShrink=true`;

/** For each of the three feeds: draws a change of what it holds. */
export function drawers(random: Random, send: Send): readonly ((items: Items) => Change)[] {
  let made = 0;
  const row = (sku: string, number: number) => ({ sku, number, color: random.pick(colours) });

  /** Half of the changes have a key by which a second sending is known. */
  function changeOf(id: string, after: Items, sent: Sent): Change {
    const key: Record<string, string> = random.chance(0.5)
      ? { 'idempotency-key': `change-${made}` }
      : {};
    const whole = { ...sent, headers: { ...sent.headers, ...key } };
    return { after, send: () => send('PUT', path(id), whole) };
  }

  function some(items: Items): Change {
    made += 1;
    const after = new Map(items);
    const requests = Array.from({ length: random.between(1, 20) }, () => {
      const sku = `changes-${random.between(0, 39)}`;
      if (random.chance(0.2)) {
        after.delete(sku);
        return { id: sku, action: 'delete' };
      }
      after.set(sku, made);
      return { id: sku, action: 'update', body: { data: row(sku, made) } };
    });
    return changeOf('1', after, { body: { requests } });
  }

  function all(id: string, most: number, sentOf: (rows: unknown[]) => Sent): Change {
    made += 1;
    const after = new Map<string, number>();
    const rows = Array.from({ length: random.between(1, most) }, (_, at) => {
      const number = random.chance(0.5) ? made : 0;
      after.set(`item-${at}`, number);
      return row(`item-${at}`, number);
    });
    return changeOf(id, after, sentOf(rows));
  }

  const asLines = (rows: unknown[]): Sent => ({
    body: rows.map((one) => JSON.stringify(one)).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  });
  return [
    some,
    () => all('2', 300, (items) => ({ body: { items } })),
    () => all('3', 1500, asLines),
  ];
}
