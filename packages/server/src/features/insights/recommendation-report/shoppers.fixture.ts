// Shoppers who look, click, buy and give back by chance, the same for a seed.
import type { Click, Line, Order, Refund } from './by-hand.fixture.ts';
import { type Answered, named, type RecommendingShop, type User } from './shop.fixture.ts';

const dayMs = 86_400_000;
/** They come within so many days. */
const spread = 40;
const people = Array.from({ length: 16 }, (_, one) => `p${one}`);

/** Half of the people sign in, and shop under their names. */
const signsIn = (person: string) => Number(person.slice(1)) % 2 === 1;
const deviceOf = (person: string): User => ({ id: String(7_000 + Number(person.slice(1))) });
export const userOf = (person: string) => (signsIn(person) ? named(person) : deviceOf(person));
/** In any case. */
const pages = [undefined, 'HOMEPAGE', 'category' as 'CATEGORY', 'PRODUCT', 'CART'] as const;
const startOf = (time: number) => Math.floor(time / dayMs) * dayMs;

/** Numbers from 0 to below 1, the same for a seed. */
function drawing(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Only one item qualifies. */
const onlyItem = (value: string) => {
  const conditions = [{ field: 'sku', arguments: [{ action: 'IS' as const, value }] }];
  const rule = { type: 'include' as const, slots: [], query: { conditions } };
  return { args: { row: { realtimeRules: [rule] } } };
};

/** What they will have sent once they played, up to the beginning of a day. */
export function shoppers(shop: RecommendingShop, seed: number, today: number) {
  const draw = drawing(seed);
  const below = (most: number) => Math.floor(draw() * most);
  const oneOf = <T>(all: readonly T[]): T => all[below(all.length)]!;
  const lists: Answered[] = [];
  const clicks: Click[] = [];
  const orders: Order[] = [];
  const refunds: Refund[] = [];
  const groupOf = new Map(shop.items.map(({ sku, group_id }) => [sku, group_id]));

  async function visit(time: number): Promise<void> {
    const person = oneOf(people);
    const type = oneOf(pages);
    const selector = draw() < 0.15 ? onlyItem(`s${below(12)}`) : undefined;
    const context = type && { page: { type } };
    const request = { ...(context && { context }), ...(selector && { selector }) };
    const list = await shop.show(time, deviceOf(person), request);
    lists.push(list);
    const slots = [...list.skus.keys()].filter(() => draw() < 0.4);
    if (slots.length === 0) return;
    clicks.push(...(await shop.click(time + 1_000, person, list, slots)));
  }

  function order(person: string, number: number): void {
    const cart = Array.from({ length: below(4) }, (): Line => {
      const price = draw() < 0.6 ? 5 + below(40) : undefined;
      return { sku: `s${below(12)}`, quantity: below(4), price };
    });
    const made = {
      ...{ id: `order-${person}-${number}`, person, cart, value: 20 + below(200) },
      ...{ time: today - below(spread * dayMs), currency: draw() < 0.2 ? 'EUR' : 'USD' },
    };
    orders.push(made);
    if (draw() < 0.25) takeBack(made);
  }

  function takeBack(of: Order): void {
    const lines = of.cart.filter(({ quantity }) => quantity > 0);
    const cart = [{ sku: lines[0]?.sku ?? 's1', quantity: 1, price: oneOf([undefined, 3]) }];
    const how = oneOf([{}, { value: 1 + below(30) }, { cart }]);
    refunds.push({ of, ...how, currency: of.currency });
  }

  async function play(): Promise<void> {
    const times = Array.from({ length: 100 }, () => today - 60_000 - below(spread * dayMs));
    // No click comes on the day after its list: it would count as of the list's day.
    const visits = times.map((time) => Math.min(time, startOf(time) + dayMs - 60_000));
    for (const time of visits.sort((one, other) => one - other)) await visit(time);
    await shop.at(today, async () => {
      for (const person of people) if (signsIn(person)) await shop.signIn(deviceOf(person), person);
      await shop.server.folded();
      for (const person of people) {
        for (let number = below(16); number >= 0; number -= 1) order(person, number);
        const own = orders.filter((one) => one.person === person);
        const back = refunds.filter(({ of }) => own.includes(of));
        await shop.buy(userOf(person), own, back);
      }
    });
    await shop.server.folded();
  }

  return { sent: { lists, clicks, orders, refunds, groupOf }, play };
}
