// The generated shop: reproducible, and made of nothing that the API would refuse.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type AffinityValues,
  affinityValues,
  completeEvent,
  dayOf,
  defaultAffinitySettings,
  emptyProfile,
  foldEvents,
  type Item,
  parseEvent,
  readAffinity,
  readItem,
} from '@attune/core';
import fc from 'fast-check';
import { clearPreferences } from './preferences.ts';
import { generateProducts } from './products.ts';
import { seededRandom } from './random.ts';
import { buys, generateShoppers } from './shoppers.ts';
import { generateVisitors, type Visitor } from './visitors.ts';

const dayMs = 86_400_000;
const now = Date.UTC(2026, 10, 21, 15, 30);
const products = generateProducts('demo-1');
const visitors = generateVisitors('demo-1', products, now);
const eventsOf = ({ visits }: Visitor) => visits.flatMap(({ events }) => events);

suite('chance', () => {
  test('the same seed gives the same draws, another seed others', () => {
    const draws = (seed: string) => {
      const random = seededRandom(seed);
      return Array.from({ length: 20 }, random.fraction);
    };
    fc.assert(fc.property(fc.string(), (seed) => assert.deepEqual(draws(seed), draws(seed))));
    assert.notDeepEqual(draws('a'), draws('b'));
  });

  test('draws are even: each of ten integers comes up about as often as the others', () => {
    const random = seededRandom('even');
    const counts = new Map<number, number>();
    for (let draw = 0; draw < 10_000; draw += 1) {
      const number = random.between(1, 10);
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    assert.deepEqual(
      [...counts.keys()].sort((a, b) => a - b),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    );
    for (const count of counts.values()) assert.ok(Math.abs(count - 1_000) < 150, `${count}`);
  });
});

suite('products', () => {
  test('the same seed gives the same shop, another seed another one', () => {
    assert.deepEqual(generateProducts('demo-1'), products);
    assert.notDeepEqual(generateProducts('demo-2'), products);
  });

  test('there are about a thousand, each with a sku of its own', () => {
    assert.ok(products.length > 900 && products.length < 1_100, `${products.length}`);
    assert.equal(new Set(products.map(({ sku }) => sku)).size, products.length);
  });

  test('each is an item of an E-commerce feed as it stands', () => {
    for (const product of products) {
      assert.deepEqual(readItem(product, 'E-commerce'), { ok: true, item: product });
    }
  });

  test('each has a picture of its kind and colour, which is in its address', () => {
    const pictures = Map.groupBy(products, ({ image_url }) => image_url);
    for (const [address, those] of pictures) {
      assert.match(address, /^data:image\/svg\+xml,%3Csvg/);
      assert.ok(address.length < 1_000, `${address.length}`);
      assert.equal(new Set(those.map(({ color }) => color)).size, 1);
    }
    assert.ok(pictures.size > 100, `${pictures.size} different pictures`);
  });

  test('a group is one style: variants share brand and price and differ in colour or size', () => {
    for (const variants of Map.groupBy(products, (product) => product.group_id).values()) {
      assert.equal(new Set(variants.map(({ brand, price }) => `${brand} ${price}`)).size, 1);
      const looks = new Set(variants.map(({ color, size }) => `${color} ${size}`));
      assert.equal(looks.size, variants.length);
    }
  });
});

suite('shoppers', () => {
  test('the same seed and day give the same shoppers, over the three weeks before', () => {
    const shoppers = generateShoppers('demo-1', now);
    assert.deepEqual(generateShoppers('demo-1', now), shoppers);
    const midnight = Math.floor(now / dayMs) * dayMs;
    assert.ok(shoppers.every(({ at }) => at < midnight && at >= midnight - 21 * dayMs));
    assert.equal(new Set(shoppers.map(({ at }) => Math.floor(at / dayMs))).size, 21);
  });

  test('what wins makes more of them buy, what does not makes no difference', () => {
    const shoppers = generateShoppers('demo-1', now);
    const buying = (shown: string[]) => shoppers.filter((one) => buys(one, shown)).length;
    assert.equal(buying(['Buy now']), buying([]));
    assert.ok(buying(['Free shipping']) > 1.5 * buying([]));
  });
});

suite('visitors', () => {
  test('the same seed and day give the same visitors, the next day the same a day later', () => {
    const midnight = Math.floor(now / dayMs) * dayMs;
    assert.deepEqual(generateVisitors('demo-1', products, midnight), visitors);
    const later = generateVisitors('demo-1', products, now + dayMs);
    const moved = later.flatMap(eventsOf).map(({ timestamp, ...event }) => ({
      ...event,
      timestamp: new Date(Date.parse(timestamp) - dayMs).toISOString(),
    }));
    assert.deepEqual(moved, visitors.flatMap(eventsOf));
  });

  test('each has 10 to 60 events, in order, within the sixty days before the day', () => {
    assert.equal(visitors.length, 300);
    for (const visitor of visitors) {
      const times = eventsOf(visitor).map(({ timestamp }) => Date.parse(timestamp));
      assert.ok(times.length >= 10 && times.length <= 60);
      assert.ok(times.every((time) => time < now && time > now - 61 * dayMs));
      const begins = visitor.visits.map(({ events: [first] }) => first?.timestamp);
      assert.deepEqual(begins, begins.toSorted());
    }
  });

  test('each event is one that collect accepts, with an id and products of its own', () => {
    const skus = new Set(products.map(({ sku }) => sku));
    const ids = new Set<string>();
    for (const raw of visitors.flatMap(eventsOf)) {
      const { event } = parse(raw);
      assert.notEqual(event.kind, 'custom');
      const named = 'sku' in event ? [event.sku ?? ''] : [];
      const lines = event.kind === 'purchase' ? event.cart.map(({ sku }) => sku) : [];
      assert.ok([...named, ...lines].every((sku) => skus.has(sku)));
      assert.equal(new Set(lines).size, lines.length);
      ids.add(event.id);
    }
    assert.equal(ids.size, visitors.flatMap(eventsOf).length);
  });

  test('a clear preference tops the profile that its events make', () => {
    for (const [at, { colors, categories, brands }] of clearPreferences.entries()) {
      const ranked = affinityOf(visitors[at]!);
      const top = (property: string) => ranked.get(property)?.[0]?.value;
      assert.deepEqual([top('color'), top('categories')], [colors[0], categories[0]]);
      const best = ranked.get('brand')?.slice(0, 3) ?? [];
      assert.ok(best.some(({ value }) => value === brands[0]));
    }
  });

  test('preferences show in most of the others too', () => {
    const others = visitors.slice(clearPreferences.length);
    const shown = others.filter((visitor) => {
      const best = affinityOf(visitor).get('color')?.[0]?.value ?? '';
      return visitor.taste.colors.includes(best);
    });
    assert.ok(shown.length > 0.8 * others.length, `${shown.length} of ${others.length}`);
  });
});

function parse(raw: unknown) {
  const moment = { now, reachMs: Infinity, clockAheadMs: 0 };
  const defaults = { id: '', session: '', pointer: '', ...moment };
  const parsed = parseEvent(raw, defaults);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed;
}

function affinityOf(visitor: Visitor) {
  const columns = ['categories', 'color', 'brand'];
  const values = new Map<string, AffinityValues>(
    products.map((product) => [product.sku, affinityValues(product as unknown as Item, columns)]),
  );
  const complete = eventsOf(visitor).map((raw) =>
    completeEvent(parse(raw).event, { identified: true, lookup: (sku) => values.get(sku) }),
  );
  const profile = foldEvents(emptyProfile(), complete);
  return readAffinity(profile, defaultAffinitySettings, undefined, dayOf(now));
}
