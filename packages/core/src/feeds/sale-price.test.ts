// Tests of reduced prices: from when until when they hold, in every zone and with open ends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Item } from './item.ts';
import { itemAt, priceAt, priceOfItem } from './sale-price.ts';
import { periodText, readPeriod } from './values/period.ts';

const at = (text: string) => Date.parse(text);
const open = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

test('a period is read in every form of Google, and whatever its zone', () => {
  const forms = {
    '2016-02-24T13:00-0800/2016-02-29T15:30-0800': ['2016-02-24T21:00Z', '2016-02-29T23:30Z'],
    '2016-02-24T13:00+05:30/2016-02-29T15:30Z': ['2016-02-24T07:30Z', '2016-02-29T15:30Z'],
    '2016-02-24T13:00:15/2016-02-29': ['2016-02-24T13:00:15Z', '2016-03-01T00:00Z'],
    '2016-02-24T13+01/2016-03-01': undefined,
    ' 2016-02-24T13:00+01 / 2016-02-28 ': ['2016-02-24T12:00Z', '2016-02-29T00:00Z'],
    '2016-02-24/2016-02-24': ['2016-02-24T00:00Z', '2016-02-25T00:00Z'],
  } as const;
  for (const [text, ends] of Object.entries(forms)) {
    const period = ends && { from: at(ends[0]), until: at(ends[1]) };
    assert.deepEqual(readPeriod(text), period, text);
  }
  assert.deepEqual(readPeriod('2026-11-20/'), { ...open, from: at('2026-11-20T00:00Z') });
  assert.deepEqual(readPeriod('/2026-11-20T09:00-05:00'), {
    ...open,
    until: at('2026-11-20T14:00Z'),
  });
  for (const text of [
    '/',
    '',
    '2026-11-20',
    '2026-11-31/',
    'a/b',
    '2026-11-21/2026-11-20',
    '1/2/3',
  ]) {
    assert.equal(readPeriod(text), undefined, text);
  }
});

test('a mapping makes periods of dates in the usual forms; a day counts to its end', () => {
  assert.equal(periodText('1/20/26, 12:00 AM / 1/31/26, 12:00 AM'), '2026-01-20/2026-01-31');
  assert.equal(periodText('20.11.2026 09:30 / '), '2026-11-20T09:30:00Z/');
  assert.equal(periodText(' / 2026-11-30 23:59:59'), '/2026-11-30T23:59:59Z');
  assert.equal(periodText('2026-11-20 / 2026-11-30'), '2026-11-20/2026-11-30');
  for (const text of ['soon / later', '1/2/26', '', ' / '])
    assert.equal(periodText(text), undefined);
  fc.assert(fc.property(fc.string(), (text) => void [periodText(text), readPeriod(text)]));
});

test('a reduced price holds from the first moment of its period to the last', () => {
  const dates = '2026-11-20T09:00+01:00/2026-11-30T00:00Z';
  const [from, until] = [at('2026-11-20T08:00Z'), at('2026-11-30T00:00Z')];
  const then = (now: number) => priceAt(10, 8, dates, now);
  const [low, high] = [open.from, open.until];
  assert.deepEqual(then(from - 1), { price: 10, since: low, until: from });
  assert.deepEqual(then(from), { price: 8, regular: 10, since: from, until });
  assert.deepEqual(then(until - 1), { price: 8, regular: 10, since: from, until });
  assert.deepEqual(then(until), { price: 10, since: until, until: high });
});

test('a reduced price without dates always holds, and one that is no reduction never', () => {
  assert.deepEqual(priceAt(10, 8, undefined, 0).regular, 10);
  for (const [reduced, dates] of [
    [10, undefined],
    [12, undefined],
    [0, undefined],
    [Number.NaN, undefined],
    [8, 'someday'],
    [8, 7],
  ] as const) {
    assert.deepEqual(priceAt(10, reduced, dates, 0), {
      price: 10,
      since: open.from,
      until: open.until,
    });
  }
  const item: Item = { sku: 'a', price: 10, sale_price: 8, regular_price: 12 };
  assert.deepEqual(itemAt(item, 0), { ...item, price: 8, regular_price: 10 });
  assert.equal(itemAt({ sku: 'a', sale_price: 8 }, 0).price, undefined);
  assert.equal(priceOfItem({ sku: 'a', price: '10', sale_price: 8 }, 0), undefined);
});
