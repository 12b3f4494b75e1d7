// Ten million synthetic events: sessions of users over items, as in a shop.

import { type InteractionBlock, type InteractionRow, makeBlock } from '@attune/core';

/** How much there is of what. */
export interface Shape {
  readonly days: number;
  readonly eventsPerDay: number;
  readonly users: number;
  readonly items: number;
  readonly seed: number;
}

const itemsPerSession = 5;
const purchaseShare = 0.2;
const msPerDay = 86_400_000;

/**
 * Blocks day by day, the same for the same shape. Items follow Zipf's law (the r-th is had in
 * proportion to 1 / r); a session stays near where it began, so that items have neighbours. A fifth
 * of the sessions are baskets.
 */
export function* syntheticBlocks(shape: Shape): Generator<InteractionBlock> {
  const random = randomOf(shape.seed);
  const zipf = (): number => Math.floor(shape.items ** random()) - 1;
  for (let day = 0; day < shape.days; day++) {
    const rows: InteractionRow[] = [];
    for (let session = 0; rows.length < shape.eventsPerDay; session++) {
      const user = BigInt(Math.floor(shape.users * random() ** 2));
      const kind = random() < purchaseShare ? 'purchase' : 'view';
      const start = zipf();
      const length = 1 + Math.floor(-Math.log(1 - random()) * (itemsPerSession - 0.5));
      for (let at = 0; at < length && rows.length < shape.eventsPerDay; at++) {
        const isNear = random() < 0.7;
        const item = isNear ? (start + Math.floor(random() * 20)) % shape.items : zipf();
        const time = (20_000 + day) * msPerDay + session;
        rows.push({ user, sku: `item-${item}`, group: String(session), kind, time });
      }
    }
    yield makeBlock(20_000 + day, rows);
  }
}

/** A linear congruential generator of 32 bits with the top bits mixed in, in [0, 1). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 16), 0x45d9_f3b5) >>> 0;
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
