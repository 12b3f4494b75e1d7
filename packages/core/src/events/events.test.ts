// What parsing and completing an event promise: the cases, and what the JSON of cases cannot say.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareByCodePoint, firstCharacters, isWithin } from '../text/characters.ts';
import { codePoint } from '../text/code-points.fixture.ts';
import { completeEvent, skusOf, takeBack } from './complete.ts';
import { decodeEvent, encodeEvent } from './encoding.ts';
import type { Event } from './event.ts';
import { checkIdentifier, normaliseIdentifier } from './identifier.ts';
import { priced } from './kinds/index.ts';
import { parsePageview } from './pageview.ts';
import type { ParsedEvent } from './parse.ts';
import { parseEvent } from './parse.ts';

interface Cases {
  readonly parsed: { name: string; raw: unknown; event: Event }[];
  readonly passedOver: { name: string; raw: unknown; event: Event; pointers: string[] }[];
  readonly refused: { name: string; raw: unknown; pointers: string[]; reachMs?: number }[];
  readonly pageviews: { name: string; context: unknown; event?: Event; pointers?: string[] }[];
  readonly products: [sku: string, values: [string, string[]][]][];
  readonly completed: {
    name: string;
    raw: unknown;
    bought?: unknown;
    skus: string[];
    observations: unknown;
  }[];
  readonly priced: { name: string; bought: Line[]; refunded: Line[]; lines: Line[] }[];
}

type Line = [sku: string, quantity: number, price?: number];

const file = new URL('../../../../cases/events.json', import.meta.url);
const cases = JSON.parse(readFileSync(file, 'utf8')) as Cases;
const products = new Map(cases.products.map(([sku, values]) => [sku, new Map(values)]));
const now = 1_700_000_000_000;

const moment = { now, reachMs: Infinity, clockAheadMs: 0 };

function parse(raw: unknown, changed: Partial<typeof moment> = {}): ParsedEvent {
  const pointer = '/events/3';
  return parseEvent(raw, { id: 'generated', session: 's', pointer, ...moment, ...changed });
}

function eventOf(raw: unknown): Event {
  const parsed = parse(raw);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.event;
}

function pointersOf(parsed: ParsedEvent): string[] {
  assert.equal(parsed.ok, false);
  return parsed.ok ? [] : parsed.faults.map(placeOf);
}

const placeOf = ({ pointer }: { readonly pointer: string }) => pointer;

for (const { name, raw, event } of cases.parsed) {
  test(`parsed: ${name}`, () => {
    assert.deepEqual(eventOf(raw), event);
  });
}

for (const { name, raw, event, pointers } of cases.passedOver) {
  test(`passed over: ${name}`, () => {
    const parsed = parse(raw);
    assert.ok(parsed.ok, JSON.stringify(parsed));
    assert.deepEqual(parsed.event, event);
    assert.deepEqual(parsed.passedOver.map(placeOf), pointers);
  });
}

for (const { name, raw, pointers, reachMs = Infinity } of cases.refused) {
  test(`refused: ${name}`, () => {
    assert.deepEqual(pointersOf(parse(raw, { reachMs })), pointers);
  });
}

for (const { name, context, event, pointers } of cases.pageviews) {
  test(`pageview: ${name}`, () => {
    const pointer = '/context';
    const parsed = parsePageview(context, { id: 'generated', session: 's', pointer, ...moment });
    if (event === undefined) assert.deepEqual(pointersOf(parsed), pointers);
    else {
      assert.ok(parsed.ok, JSON.stringify(parsed));
      assert.deepEqual(parsed.event, event);
      assert.deepEqual(parsed.passedOver.map(placeOf), pointers ?? []);
    }
  });
}

for (const { name, raw, bought, skus, observations } of cases.completed) {
  test(`completed: ${name}`, () => {
    const event = eventOf(raw);
    assert.deepEqual(skusOf(event), skus);
    const lookup = (sku: string) => products.get(sku);
    const known = { identified: true, lookup };
    const alone = completeEvent(event, known);
    const complete = bought ? takeBack(alone, completeEvent(eventOf(bought), known)) : alone;
    assert.deepEqual(encodeEvent(complete).observations, observations);
    const stored = JSON.parse(JSON.stringify(encodeEvent(complete)));
    assert.deepEqual(decodeEvent(stored), complete);
  });
}

for (const { name, bought, refunded, lines } of cases.priced) {
  test(`priced: ${name}`, () => {
    const cartOf = (all: readonly Line[]) =>
      all.map(([sku, quantity, price]) => ({
        ...{ sku, quantity },
        ...(price !== undefined && { price }),
      }));
    const refund = { kind: 'refund', transactionId: 't', cart: cartOf(refunded) } as const;
    const purchase = { kind: 'purchase', transactionId: 't', cart: cartOf(bought) } as const;
    assert.deepEqual(priced(refund, purchase).cart, cartOf(lines));
  });
}

test('no fault repeats what may be an address', () => {
  const parsed = parse({
    name: 'L',
    properties: { svcType: 'login-v1', cuid: 'jane@example.org', cuidType: 'he' },
  });
  assert.equal(JSON.stringify(parsed).includes('jane'), false);
});

test('a custom property that is infinite in JSON is refused', () => {
  const raw = JSON.parse('{"name":"X","properties":{"much":1e999}}');
  assert.deepEqual(pointersOf(parse(raw)), ['/events/3/properties/much']);
});

test('custom events have at most 100 properties, and 16 KiB of JSON', () => {
  const custom = (count: number, value: unknown) => {
    const names = Array.from({ length: count }, (_, at) => [`p${at}`, value] as const);
    return parse({ name: 'X', properties: Object.fromEntries(names) });
  };
  assert.ok(custom(100, 1).ok);
  assert.deepEqual(pointersOf(custom(101, 1)), ['/events/3/properties']);
  assert.ok(custom(16, 'x'.repeat(1_000)).ok);
  assert.deepEqual(pointersOf(custom(17, 'x'.repeat(1_000))), ['/events/3/properties']);
});

test('a long address of a page is cut, not refused', () => {
  const defaults = { id: 'e', session: '', pointer: '/context', ...moment };
  const parsed = parsePageview({ page: { location: 'x'.repeat(3_000) } }, defaults);
  assert.ok(parsed.ok && parsed.event.kind === 'pageview');
  assert.equal(parsed.event.page.location, 'x'.repeat(2_000));
});

test('properties nested half a million deep are refused, not followed', () => {
  const deep = '['.repeat(500_000) + ']'.repeat(500_000);
  const raw = JSON.parse(`{"name":"X","properties":{"svcType":"new-v1","deep":${deep}}}`);
  assert.equal(parse(raw).ok, false);
});

test('any JSON is parsed or refused with pointers into the event, and never throws', () => {
  const types = fc.constantFrom(...cases.parsed.map(({ raw }) => raw as object));
  const changed = fc.tuple(types, fc.string(), fc.jsonValue()).chain(([raw, odd, value]) => {
    const { properties = {} } = raw as { properties?: object };
    return fc
      .constantFrom(odd, ...Object.keys(properties))
      .map((field) => ({ ...raw, properties: { ...properties, [field]: value } }));
  });
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), changed), (raw) => {
      const parsed = parse(raw);
      if (!parsed.ok) {
        assert.ok(parsed.faults.length > 0);
        for (const { pointer } of parsed.faults) assert.ok(pointer.startsWith('/events/3'));
      }
    }),
    { numRuns: 1_000 },
  );
});

test('identifiers: lengths count characters, and only digests change case', () => {
  assert.deepEqual(checkIdentifier('external', '\u{1f600}'.repeat(250), '/cuid'), []);
  assert.equal(checkIdentifier('external', '\u{1f600}'.repeat(251), '/cuid').length, 1);
  assert.equal(checkIdentifier('he', '', '/cuid').length, 1);
  assert.equal(checkIdentifier('he', 5, '/cuid').length, 1);
  assert.deepEqual(normaliseIdentifier({ type: 'he', value: 'AB' }).value, 'ab');
  assert.deepEqual(normaliseIdentifier({ type: 'member', value: 'AB' }).value, 'AB');
});

test('a value of a product that is too long ends after 1,000 characters, never within one', () => {
  const event = eventOf({ name: 'V', properties: { svcType: 'product-view-v1', productId: 's' } });
  const values = new Map([['color', ['\u{1f600}'.repeat(1_200)]]]);
  const complete = completeEvent(event, { identified: false, lookup: () => values });
  const [value] = complete.observations[0]!.values.get('color')!;
  assert.equal(value, '\u{1f600}'.repeat(1_000));
});

test('texts are ordered as their UTF-8 bytes are, and cut by characters', () => {
  const texts = fc.string({ unit: codePoint });
  fc.assert(
    fc.property(texts, texts, fc.nat(5), (a, b, limit) => {
      const bytes = Buffer.compare(Buffer.from(a), Buffer.from(b));
      assert.equal(Math.sign(compareByCodePoint(a, b)), bytes);
      assert.equal(isWithin(a, limit), [...a].length <= limit);
      assert.equal(firstCharacters(a, limit), [...a].slice(0, limit).join(''));
    }),
    { numRuns: 1_000 },
  );
});

test("a time counts by the sender's clock, as far as that is known", () => {
  const raw = { name: 'X', timestamp: now + 3_600_000 - 5_000 };
  const parsed = parse(raw, { clockAheadMs: 3_600_000 });
  assert.ok(parsed.ok);
  assert.equal(parsed.event.time, now - 5_000);
  assert.deepEqual(parsed.passedOver, []);
});

test('no clock of a sender, however wrong, dates an event before 2000', () => {
  const parsed = parse({ name: 'X', timestamp: now }, { clockAheadMs: 8.64e15 - now });
  assert.deepEqual(pointersOf(parsed), ['/events/3/timestamp']);
});

test('an event of another version is refused', () => {
  assert.throws(() => decodeEvent(JSON.parse('{"v":2}')), /known version/);
});
