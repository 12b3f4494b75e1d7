// Words and conditions say the same: each word reads what it writes, and hides nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCondition, compileCondition, formatPath } from '@attune/core';
import fc from 'fast-check';
import { pathOfCampaign, readCampaignActivity } from '../activity.ts';
import type { Field } from '../fields.ts';
import { operators, valueFor } from '../operators.ts';
import { readCondition } from '../read.ts';
import type { AttributeRow } from '../rows.ts';
import { completeRows } from '../rows.ts';
import { writeCondition } from '../write.ts';
import { wordsOf } from './catalogue.ts';
import { findWords } from './find.ts';
import { chosenOf, operandOf } from './operands.ts';
import { propertyOfValue, usualProperty, valuesByProperty } from './property-values.ts';
import { type Names, sayChange, sayGroup } from './say.ts';
import { operandOfText, textOf, type Way, ways } from './text-match.ts';
import { beginRow, rowOfTaste, shows, tasteOf, wordOf } from './word.ts';

const plan: Field = {
  ...{ path: 'pageAttributes.plan', name: 'plan', source: 'page', group: '', about: '' },
  ...{ kind: 'text', isList: false, values: ['gold'] },
};
const words = wordsOf([plan]);
const names: Names = {
  words,
  audienceOf: (id) => `“${id}”`,
  campaignOf: (id) => `campaign ${id}`,
};
const say = (condition: unknown) => sayGroup(readCondition(condition), names);

test('what marketers ask for is said in words', () => {
  const said: [Record<string, unknown>, string][] = [
    [{ 'user.isNew': false }, 'is a returning visitor'],
    [{ 'device.type': { $in: ['mobile', 'tablet'] } }, 'uses a phone or a tablet'],
    [{ 'geo.country': { $ne: 'DE' } }, 'is not in Germany'],
    [
      { 'affinity.categories.Shoes.rank': { $lte: 3 } },
      'likes Shoes (categories) among their top 3',
    ],
    [
      { 'activity.view.categories.Running.30d': { $gte: 3 } },
      'viewed Running (categories) at least 3 times in 30 days',
    ],
    [{ 'activity.exposure.hero.30d': { $lte: 3 } }, 'saw campaign hero at most 3 times in 30 days'],
    [
      { 'activity.click.summer\\.sale.7d': { $gte: 1 } },
      'clicked campaign summer.sale at least once in 7 days',
    ],
    [{ referrer: { $regexi: 'google\\.com' } }, 'came from an address that contains “google.com”'],
    [{ 'page.query.utm_source': 'mail' }, 'came with the UTM source mail'],
    [{ 'pageAttributes.plan': 'gold' }, 'has the page attribute plan: gold'],
    [
      { $or: [{ $audience: 7 }, { 'time.weekday': 'sunday' }] },
      'is in the audience “7” or visits on a Sunday',
    ],
    [
      { 'user.isKnown': true, $or: [{ channel: 'APP' }, { 'cart.value': { $gte: 50 } }] },
      'is a known person and (uses the app or has a cart worth at least 50)',
    ],
  ];
  for (const [condition, sentence] of said) assert.equal(say(condition), sentence);
});

test('a change of a condition is said in sentences, and in JSON where they would be the same', () => {
  const phone = { 'device.type': 'mobile' };
  assert.deepEqual(sayChange(phone, undefined), ['uses a phone', 'everyone']);
  const [was, is] = sayChange(phone, { 'device.type': { $in: ['mobile'] } });
  assert.notEqual(was, is);
  assert.match(is, /\$in/);
});

test('what no word can show keeps its path and its operator', () => {
  for (const condition of [
    { 'device.type': 'phone' },
    { 'device.type': { $exists: true } },
    { referrer: { $regexi: 'a|b' } },
    { referrer: { $regex: 'google' } },
    { 'affinity.categories.Shoes.rank': { $gte: 2 } },
    { 'geo.city': '' },
    { 'cart.value': '50' },
  ]) {
    const [row] = readCondition(condition).rows;
    assert.equal(wordOf(words, row!), undefined, JSON.stringify(condition));
    assert.deepEqual(writeCondition(readCondition(condition)).condition, condition);
  }
});

const path = fc.oneof(
  fc.constantFrom(
    ...words.flatMap((word) => ('path' in word ? [word.path.replace('*', 'x\\.y')] : [])),
  ),
  fc.constantFrom('affinity.a.b.rank', 'session.affinity.a..rank', 'activity.click.7.3d'),
);
const row = fc
  .tuple(
    path,
    fc.constantFrom(...Object.keys(operators)),
    fc.constantFrom<AttributeRow['value']>(
      ...[0, 1, 2.5, true, false, '', 'mobile', 'DE', 'monday', '^a\\.b', '2026-02-03'],
      ...[[], ['mobile', 'tablet'], ['x']],
    ),
  )
  .map(([at, operator, before]): AttributeRow => {
    const kind = typeof before === 'number' ? 'number' : 'text';
    const value = valueFor(operator, kind, before);
    return { kind: 'attribute', path: at, operator, value };
  });

test('a word shows a row only if it can write the same row again', () => {
  fc.assert(
    fc.property(row, (one) => {
      for (const word of words.filter((each) => shows(each, one))) {
        const again = rewritten(word, one);
        const { isOpen: _open, ...rest } = again;
        const means = (of: AttributeRow) =>
          JSON.stringify(writeCondition({ kind: 'group', of: 'all', form: 'members', rows: [of] }));
        // A list of one is that one.
        const single = { ...one, operator: one.operator === '$in' ? 'is' : '$ne' };
        const isOne = Array.isArray(one.value) && one.value.length === 1;
        const same =
          isOne && again.operator !== one.operator ? { ...single, value: one.value[0] } : one;
        assert.equal(
          means(rest),
          means(same as AttributeRow),
          `${word.name} ${JSON.stringify(one)}`,
        );
      }
    }),
    { numRuns: 3_000 },
  );
});

/** The row as a word's fields would write it, with nothing changed. */
function rewritten(word: (typeof words)[number], one: AttributeRow): AttributeRow {
  switch (word.shape) {
    case 'choice':
      return { ...one, ...operandOf(chosenOf(one, word)!, word) };
    case 'text':
      return { ...one, ...operandOfText(textOf(one)!) };
    case 'taste':
      return rowOfTaste(word, tasteOf(word, one)!);
    case 'campaign':
      return { ...one, path: pathOfCampaign(readCampaignActivity(one.path)!) };
    default:
      return one;
  }
}

test('a text is found as it is typed, whatever its characters mean in a pattern', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'a.*\\^$|/?+()[]{} é'), maxLength: 12 });
  const ways_ = fc.constantFrom(...(Object.keys(ways) as Way[]));
  fc.assert(
    fc.property(typed, ways_, (text, way) => {
      const made: AttributeRow = {
        kind: 'attribute',
        path: 'referrer',
        ...operandOfText({ way, text }),
      };
      // What begins with nothing, and what contains ^ first, are told apart by the escaping.
      assert.deepEqual(textOf(made), { way, text });
      if (text === '') return;
      const { condition } = writeCondition({
        kind: 'group',
        of: 'all',
        form: 'members',
        rows: [made],
      });
      assert.deepEqual(checkCondition(condition, {}), []);
      const holds = (referrer: string) => compileCondition(condition).test({ referrer });
      assert.equal(holds(text), way !== 'isNot');
      assert.equal(holds(`x${text}`), way === 'contains' || way === 'isNot');
    }),
    { numRuns: 1_000 },
  );
});

test('a taste is a path, whatever the names in it are', () => {
  const name = fc.constantFrom('Shoes', 'St. Pauli', 'a\\b', '', 'rank', '7d', '__proto__');
  fc.assert(
    fc.property(
      name,
      name,
      fc.integer({ min: 1, max: 100 }),
      fc.boolean(),
      (property, value, top, isIn) => {
        const root = ['affinity'];
        const liked = { property, value, top, isIn };
        const made = rowOfTaste({ root }, liked);
        assert.deepEqual(tasteOf({ root }, made), liked);
        assert.equal(made.isOpen ?? false, value === '' || property === '');
      },
    ),
  );
});

test('every word begins as a row that it shows, and is left out while it is open', () => {
  for (const word of words) {
    const begun = beginRow(word, 'categories');
    if (word.shape !== 'free') assert.ok(shows(word, begun), word.name);
    const isOpen = begun.kind === 'audience' || (begun.kind === 'attribute' && begun.isOpen);
    const { rows, left } = completeRows({
      kind: 'group',
      of: 'all',
      form: 'members',
      rows: [begun],
    });
    assert.deepEqual([rows.rows.length, left], isOpen ? [0, 1] : [1, 0], word.name);
    if (isOpen) continue;
    assert.deepEqual(checkCondition(writeCondition(rows).condition, {}), [], word.name);
  }
});

test('what was typed to find a word decides between its values', () => {
  const begun = (name: string, typed: string) => {
    const word = words.find((one) => one.name === name);
    assert.ok(word, name);
    const row = beginRow(word, 'categories', typed);
    return row.kind === 'attribute' && [row.operator, row.value, row.isOpen ?? false];
  };
  assert.deepEqual(begun('returning', 'Return'), ['is', false, false]);
  assert.deepEqual(begun('returning', 'new'), ['is', true, false]);
  assert.deepEqual(begun('returning', ''), ['is', true, false]);
  assert.deepEqual(begun('device', 'phone'), ['is', 'mobile', false]);
  assert.deepEqual(begun('device', 'device'), ['$in', [], true]);
});

test('a value brings the property that it is of, unless the present one has it too', () => {
  const of = (property: string, values: string[]): Field => ({
    ...{ path: `affinity.${property}.*.rank`, name: 'rank', source: 'affinity', group: '' },
    ...{ about: '', kind: 'number', isList: false, values },
  });
  const fields = [of('brand', ['Acme', 'Red']), of('categories', ['Shoes', 'Acme'])];
  assert.equal(usualProperty(fields), 'categories');
  const values = valuesByProperty(fields, 'categories');
  assert.deepEqual(values, [
    { group: 'categories', items: ['Shoes', 'Acme'] },
    { group: 'brand', items: ['Red'] },
  ]);
  for (const [value, property] of [
    ['Acme', 'categories'],
    ['Red', 'brand'],
    ['Nothing', 'categories'],
  ] as const) {
    assert.equal(propertyOfValue(values, 'categories', value), property);
  }
});

test('words are found by what marketers type', () => {
  const first = (typed: string) => findWords(words, typed).map(({ name }) => name);
  assert.equal(first('returning')[0], 'returning');
  assert.equal(first('phone')[0], 'device');
  assert.equal(first('likes')[0], 'likes');
  assert.ok(first('utm campaign').includes('utm-campaign'));
  assert.ok(first('frequency').includes('cap'));
  assert.ok(first('spent').includes('cart-value'));
  assert.ok(first('plan').includes('pageAttributes.plan'));
  assert.equal(first('Länd').length > 0, true);
  assert.deepEqual(first('xyzzy'), []);
  assert.equal(findWords(words, '').length, words.length);
  assert.equal(formatPath(['a']), 'a');
});
