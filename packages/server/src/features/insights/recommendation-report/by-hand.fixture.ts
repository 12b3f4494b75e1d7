// What recommendations did, worked out from what was sent and answered alone: plain loops over
// short lists, unlike the report's statements.

const dayMs = 86_400_000;

export interface ShownList {
  readonly time: number;
  readonly strategy: number;
  /** '': the request named none. */
  readonly page: string;
  readonly slots: number;
  readonly skus: readonly string[];
  readonly hasFallback: boolean;
}

export interface Click {
  readonly time: number;
  readonly person: string;
  readonly list: ShownList;
  readonly at: number;
}

export interface Line {
  readonly sku: string;
  readonly quantity: number;
  readonly price?: number | undefined;
}

export interface Order {
  readonly id: string;
  readonly time: number;
  readonly person: string;
  readonly value: number;
  readonly currency: string;
  readonly cart: readonly Line[];
}

export interface Refund {
  readonly of: Order;
  readonly value?: number;
  readonly cart?: readonly Line[];
  readonly currency: string;
}

export interface Sent {
  readonly lists: readonly ShownList[];
  readonly clicks: readonly Click[];
  readonly orders: readonly Order[];
  readonly refunds: readonly Refund[];
  readonly groupOf: ReadonlyMap<string, string>;
}

/** What is reported on. */
export interface Span {
  /** UTC days, both included. */
  readonly first: string;
  readonly last: string;
  readonly windowDays: number;
  readonly currency: string;
}

interface Credit {
  readonly order: Order;
  readonly click: Click;
  readonly isDirect: boolean;
  readonly amount: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** What an order's products cost: with each product once. */
function amountsOf({ cart, value }: Order): Map<string, { pieces: number; amount: number }> {
  const lines = cart.filter(({ quantity }) => quantity > 0);
  if (lines.length === 0) return new Map([['', { pieces: 1, amount: value }]]);
  const priced = lines.filter(({ price }) => price !== undefined);
  const left = Math.max(0, value - sum(priced.map(({ price = 0, quantity }) => price * quantity)));
  const without = sum(
    lines.filter(({ price }) => price === undefined).map(({ quantity }) => quantity),
  );
  const items = new Map<string, { pieces: number; amount: number }>();
  for (const { sku, quantity, price } of lines) {
    const { pieces, amount } = items.get(sku) ?? { pieces: 0, amount: 0 };
    const each = price ?? left / without;
    items.set(sku, { pieces: pieces + quantity, amount: amount + each * quantity });
  }
  return items;
}

/** What refunds left of an order by product, and of its value; undefined: nothing. */
function leftOf(order: Order, refunds: readonly Refund[]) {
  const own = refunds.filter(({ of }) => of === order);
  if (own.some(({ value, cart }) => value === undefined && cart === undefined)) return undefined;
  const items = amountsOf(order);
  const counted = own.filter(({ currency }) => currency === order.currency);
  const byValue = sum(counted.map(({ value = 0 }) => value));
  const back = new Map<string, number>();
  for (const { value, cart = [] } of counted) {
    if (value !== undefined) continue;
    for (const { sku, quantity, price } of cart) {
      const item = items.get(sku);
      if (!item) continue;
      const each = price ?? item.amount / item.pieces;
      back.set(sku, (back.get(sku) ?? 0) + each * quantity);
    }
  }
  const taken = byValue + sum([...back.values()]);
  if (taken > 0 && taken >= order.value) return undefined;
  const share = order.value > 0 ? Math.max(0, 1 - byValue / order.value) : 1;
  const left = new Map(
    [...items].map(([sku, { amount }]) => [
      sku,
      Math.max(0, amount - (back.get(sku) ?? 0)) * share,
    ]),
  );
  return { left, value: Math.max(0, order.value - taken) };
}

const isIn = (time: number, { first, last }: Span) => dayOf(time) >= first && dayOf(time) <= last;

/** Each bought item, and the click that it counts for. */
function creditsOf({ clicks, orders, refunds, groupOf }: Sent, span: Span): Credit[] {
  const kindOf = (sku: string) => groupOf.get(sku) ?? sku;
  return orders.flatMap((order) => {
    const left = isIn(order.time, span) ? leftOf(order, refunds)?.left : undefined;
    return [...(left ?? [])].flatMap(([sku, amount]): Credit[] => {
      const before = clicks
        .filter(({ person }) => person === order.person)
        .filter(({ time }) => time <= order.time)
        .filter(({ time }) => order.time < time + span.windowDays * dayMs)
        .sort((one, other) => other.time - one.time);
      const same = before.find(
        ({ list, at }) => sku !== '' && kindOf(list.skus[at]!) === kindOf(sku),
      );
      const click = same ?? before[0];
      return click ? [{ order, click, isDirect: same !== undefined, amount }] : [];
    });
  });
}

/** What belongs to a part of the report. */
interface Part {
  readonly list: (list: ShownList) => boolean;
  readonly at: (at: number) => boolean;
  readonly day: (time: number) => boolean;
}

const every = () => true;
export const partOf = (part: Partial<Part>): Part => ({
  ...{ list: every, at: every, day: every },
  ...part,
});

/** The figures of a part. */
export function figuresOf(sent: Sent, span: Span, { list, at, day }: Part) {
  const lists = sent.lists.filter((one) => isIn(one.time, span) && day(one.time) && list(one));
  const shown = sum(lists.map(({ skus }) => skus.filter((_, place) => at(place)).length));
  const isOf = (one: Click) => list(one.list) && at(one.at);
  const clicks = sent.clicks.filter(
    (one) => isIn(one.time, span) && day(one.time) && isOf(one),
  ).length;
  const credits = creditsOf(sent, span).filter(
    ({ click, order }) => isOf(click) && day(order.time),
  );
  const bought = (isDirect: boolean) => {
    const those = credits.filter((one) => one.isDirect === isDirect);
    const own = those.filter(({ order }) => order.currency === span.currency);
    return {
      orders: new Set(those.map(({ order }) => order)).size,
      items: those.length,
      revenue: sum(own.map(({ amount }) => amount)),
    };
  };
  const full = lists.filter(({ skus, slots }) => skus.length === slots).length;
  const fallback = lists.filter(({ hasFallback }) => hasFallback).length;
  const share = (count: number, of: number) => (of === 0 ? null : count / of);
  return {
    ...{ shown, clicks, clickRate: share(clicks, shown) },
    ...{ direct: bought(true), assisted: bought(false) },
    lists: lists.length,
    fullShare: share(full, lists.length),
    fallbackShare: share(fallback, lists.length),
  };
}

/** Revenue of all orders, credited or not, and credited ones in other currencies. */
export function moneyOf(sent: Sent, span: Span) {
  const orders = sent.orders.filter(({ time }) => isIn(time, span));
  const own = orders.filter(({ currency }) => currency === span.currency);
  const foreign = creditsOf(sent, span).filter(({ order }) => order.currency !== span.currency);
  const byCurrency = Map.groupBy(foreign, ({ order }) => order.currency);
  return {
    site: sum(own.map((order) => leftOf(order, sent.refunds)?.value ?? 0)),
    others: [...byCurrency].sort().map(([currency, credits]) => ({
      currency,
      events: new Set(credits.map(({ order }) => order)).size,
      value: sum(credits.map(({ amount }) => amount)),
    })),
  };
}

/** At which price an order sold a product, of those lines that name one. */
function priceIn({ cart }: Order, sku: string): number {
  const lines = cart.filter((line) => line.sku === sku && line.quantity > 0 && line.price);
  const pieces = sum(lines.map(({ quantity }) => quantity));
  return lines.length === 0
    ? 0
    : sum(lines.map(({ price = 0, quantity }) => price * quantity)) / pieces;
}

/** What an erasure leaves of a person: orders and refunds of amounts, without products. */
export function forgetProducts(sent: { orders: Order[]; refunds: Refund[] }, person: string): void {
  const { orders, refunds } = sent;
  for (const [place, one] of orders.entries()) {
    if (one.person !== person) continue;
    const nameless = { ...one, cart: [] };
    orders[place] = nameless;
    for (const [at, refund] of refunds.entries()) {
      if (refund.of !== one) continue;
      const { cart, value, ...rest } = refund;
      const priced = cart?.map((line) => (line.price ?? priceIn(one, line.sku)) * line.quantity);
      const amount = value ?? (priced && sum(priced));
      refunds[at] = { ...rest, of: nameless, ...(amount !== undefined && { value: amount }) };
    }
  }
}
