// Tests of how shops write amounts, stock and dates.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readDate } from './dates.ts';
import { readMoney } from './money.ts';
import { readStock } from './stock.ts';

const amount = (text: string, decimalComma = false) => {
  const money = readMoney(text, decimalComma);
  return money && Number(money.amount);
};

test('an amount is read in every usual form, whatever currency stands with it', () => {
  const forms: [string, number, string?][] = [
    ['$19.99', 19.99],
    ['US$ 19.99', 19.99, 'USD'],
    ['$5 USD', 5, 'USD'],
    ['JPY 1,980', 1980, 'JPY'],
    ['25.990 ₫', 25990, 'VND'],
    ['1,234,567.00', 1234567],
    ['₹ 1,23,456.50', 123456.5, 'INR'],
    ['199 kr', 199],
    ['kr. 12,50', 12.5],
    ['199:-', 199],
    ["CHF 1'299.00", 1299, 'CHF'],
    ['1’355.90', 1355.9],
    ['CHF 12.–', 12, 'CHF'],
    ['12,- €', 12, 'EUR'],
    ['1\u00a0355,90 €', 1355.9, 'EUR'],
    ['1\u202f355,90 €', 1355.9, 'EUR'],
    ['.99', 0.99],
    ['1.1781e+03', 1178.1],
    ['١٩٫٩٩', 19.99],
    ['19,99 zł', 19.99, 'PLN'],
    ['R$ 1.299,90', 1299.9, 'BRL'],
    ['34.000000', 34],
  ];
  for (const [text, expected, currency] of forms) {
    assert.deepEqual([amount(text), readMoney(text, false)?.currency], [expected, currency], text);
    assert.equal(amount(text, true), expected, text);
  }
});

test('what can be read in two ways says so, and is read as the file writes numbers', () => {
  for (const text of ['1.299', '1,980', '£1,000', '¥1,980']) {
    assert.equal(readMoney(text, false)?.isAmbiguous, true, text);
    assert.notEqual(amount(text, false), amount(text, true), text);
  }
  assert.deepEqual([amount('1.299', true), amount('1.299'), amount('1,980')], [1299, 1.299, 1980]);
  for (const text of ['0.999', '1.2990', '1,299.00', '12.99', '1234.567']) {
    assert.equal(readMoney(text, false)?.isAmbiguous, false, text);
  }
});

test('words around an amount, ranges and two currencies are no amount', () => {
  const none = ['', '€', 'free', 'ab 12 €', '5 to 7', '5 - 6', '1.2.3', '1 2', '-5', 'USD 12 EUR'];
  for (const text of none) assert.equal(readMoney(text, false), undefined, text);
});

test('an amount that any locale writes is read back, and no text takes long or throws', () => {
  const locales = ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'it-IT', 'nl-NL', 'de-CH', 'en-IN', 'sv-SE'];
  const cents = fc.integer({ min: 0, max: 1_000_000_000 });
  fc.assert(
    fc.property(cents, fc.constantFrom(...locales, 'ar-EG'), (value, locale) => {
      const style = { style: 'currency', currency: 'EUR' } as const;
      const text = new Intl.NumberFormat(locale, style).format(value / 100);
      assert.equal(amount(text), value / 100, text);
    }),
  );
  fc.assert(fc.property(fc.string(), fc.boolean(), (text, comma) => void readMoney(text, comma)));
});

test('stock is read in the words of five languages and of shop systems, and as a count', () => {
  const inStock = [
    ...['ja', 'oui', 'sí', 'Sì', 'yes', 'auf Lager', 'verfügbar', 'en stock', 'Op voorraad'],
    ...['disponible', 'disponibile', 'instock', 'https://schema.org/InStock', '1.0000', '10+', 3],
  ];
  const out = [
    ...['nein', 'non', 'no', 'nee', 'ausverkauft', 'rupture de stock', 'agotado', 'esaurito'],
    ...['uitverkocht', 'nicht verfügbar', 'outofstock', '0,0000', '-3', 0, -2, '0.0'],
  ];
  for (const word of inStock) assert.equal(readStock(word), true, String(word));
  for (const word of out) assert.equal(readStock(word), false, String(word));
  for (const word of ['onbackorder', 'available for order', 'auf Bestellung']) {
    assert.equal(readStock(word), 'backorder', word);
  }
  for (const word of ['vorbestellbar', 'pre-order']) assert.equal(readStock(word), 'preorder');
  for (const word of ['perhaps', '', '1/2', 'toString']) assert.equal(readStock(word), undefined);
});

test('dates are read in the usual forms, and days that there are not are none', () => {
  const forms = {
    '2026-03-14 9:05:34': '2026-03-14T09:05:34Z',
    '2026-03-14': '2026-03-14T00:00:00Z',
    '14.03.2026': '2026-03-14T00:00:00Z',
    '3/14/26, 9:05 PM': '2026-03-14T21:05:00Z',
    '31/12/2025 23:59': '2025-12-31T23:59:00Z',
    '2016-02-24T11:07+0100': '2016-02-24T11:07:00+01:00',
  };
  for (const [text, expected] of Object.entries(forms)) {
    assert.deepEqual(readDate(text), { text: expected, isAmbiguous: false }, text);
  }
  assert.equal(readDate('03/04/2026')?.isAmbiguous, true);
  for (const text of ['2026-02-30', '32.01.2026', 'soon', '']) {
    assert.equal(readDate(text), undefined);
  }
});
