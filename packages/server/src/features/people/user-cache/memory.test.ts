// What is held of users: the same as was put in, object or packed, and no more than is allowed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultAffinitySettings, emptyProfile, encodeProfile, foldEvents } from '@attune/core';
import fc from 'fast-check';
import { ByteSpan } from '../../../byte-span.ts';
import type { SiteSnapshot } from '../../../context.ts';
import { type HeldProfile, rankBasis } from '../profiles/index.ts';
import { type Packing, tieredMemory } from './memory.ts';
import { keyedHash, type Parts, packedBytes } from './packed.ts';
import { nothing, profileOf, type Row, rowPacking } from './rows.ts';

const key = fc.oneof(fc.nat(40).map(String), fc.string({ maxLength: 30 }));
const parts = fc.record({ main: fc.uint8Array(), rare: fc.uint8Array() });
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant('set'), key, parts }) },
  { weight: 8, arbitrary: fc.record({ does: fc.constant('get'), key }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('delete'), key }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('clear'), key }) },
);

const hash = keyedHash();

test('packed bytes are what was set last, or gone', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), fc.boolean(), (steps, isAmple) => {
      const packed = packedBytes(isAmple ? 1_000_000 : 2_000);
      const model = new Map<string, Parts<Uint8Array>>();
      for (const { does, key, ...one } of steps) {
        if (does === 'set' && 'parts' in one) {
          packed.set(key, hash(key), one.parts);
          model.set(key, one.parts);
        } else if (does === 'delete') {
          packed.delete(key, hash(key));
          model.delete(key);
        } else if (does === 'clear') {
          packed.clear();
          model.clear();
        }
        const found = packed.get(key, hash(key));
        const isLatin = /^[\0-\xff]*$/.test(key);
        if (found) {
          const { main, rare } = model.get(key)!;
          assert.deepEqual([...found.main.toBuffer()], [...main]);
          assert.deepEqual([...found.rare.toBuffer()], [...rare]);
        } else assert.ok(!(isAmple && isLatin && model.has(key)), `${key} is lost`);
      }
    }),
  );
});

test('a hundred thousand keys are found, and what is longer than a slab as well', () => {
  const packed = packedBytes(2 ** 26);
  const value = (at: number) => Buffer.from(`value ${at}`);
  const set = (key: string, main: Buffer, rare = main) =>
    packed.set(key, hash(key), { main, rare });
  const get = (key: string) => packed.get(key, hash(key));
  for (let at = 0; at < 100_000; at += 1) set(`7 ${at}`, value(at));
  const long = Buffer.alloc(3 * 1024 * 1024, 'long');
  set('long', long);
  set('behind', value(1));
  let lost = 0;
  for (let at = 0; at < 100_000; at += 1) {
    const found = get(`7 ${at}`);
    if (!found) lost += 1;
    else assert.equal(found.main.text(), `value ${at}`);
  }
  assert.ok(lost < 10, `${lost} had no room among their neighbours`);
  assert.deepEqual(get('long')?.main.toBuffer(), long);
  assert.deepEqual(get('long')?.rare.toBuffer(), long);
  assert.equal(get('behind')?.main.text(), 'value 1');
  assert.equal(get('behind')?.rare.text(), 'value 1');
});

interface Text {
  readonly text: string;
}

/** Texts in objects, so that it shows which of them were packed. */
const texts: Packing<Text> = {
  pack: ({ text }) => ({ main: Buffer.from(text), rare: Buffer.alloc(0) }),
  unpack: ({ main }) => ({ text: main.text() }),
  hasNews: () => false,
};

test('memory is bounded, and keeps what is asked for', () => {
  const memory = tieredMemory(12_000, texts);
  for (let at = 0; at < 2_000; at += 1) {
    memory.hold(`key ${at}`, { text: `${at}` });
    assert.equal(memory.held('key 0')?.text, '0');
  }
  const held = Array.from({ length: 2_000 }, (_, at) => memory.held(`key ${at}`));
  const count = held.filter((value) => value !== undefined).length;
  assert.ok(count >= 100 && count <= 250, `${count} are held`);
});

test('who is asked for stays an object, and what was dropped does not come back', () => {
  const memory = tieredMemory(2 ** 20, texts);
  const often = { text: 'often' };
  memory.hold('often', often);
  for (let at = 0; at < 5_000; at += 1) {
    memory.hold(`key ${at}`, { text: `${at}` });
    assert.equal(memory.held('often'), often);
  }
  assert.equal(memory.held('key 0')?.text, '0');
  memory.hold('key 0', { text: 'new' });
  for (let at = 0; at < 5_000; at += 1) memory.hold(`more ${at}`, { text: `${at}` });
  assert.equal(memory.held('key 0')?.text, 'new');
  for (const one of ['key 1', 'key 4999', 'more 4999']) memory.drop(one);
  for (const one of ['key 1', 'key 4999', 'more 4999'])
    assert.equal(memory.held(one), undefined, one);
  memory.dropAll();
  assert.equal(memory.held('often'), undefined);
});

test('who comes back once passes, and what was worked out for him meanwhile is kept', () => {
  const worked = new Set<Text>();
  const memory = tieredMemory(2 ** 20, { ...texts, hasNews: (value) => worked.has(value) });
  for (let at = 0; at < 5_000; at += 1) memory.hold(`key ${at}`, { text: `${at}` });
  const workOut = (key: string, more: string) => {
    const value = memory.held(key) as { text: string };
    value.text += more;
    worked.add(value);
  };
  workOut('key 0', ' and more');
  workOut('key 1', ' for nothing');
  memory.drop('key 1');
  for (let at = 100; at < 300; at += 1) memory.held(`key ${at}`);
  assert.equal(memory.held('key 0')?.text, '0 and more');
  const staying = memory.held('key 0');
  assert.equal(memory.held('key 0'), staying);
  assert.equal(memory.held('key 1'), undefined);
});

const time = 19_999 * 86_400_000;

/** What ranks depend on at a site whose half-life is so long. */
function basisOf(halfLifeDays: number) {
  const affinity = { ...defaultAffinitySettings, halfLifeDays };
  const snapshot = { site: { id: 71, settings: { affinity } }, feeds: [], normaliser: undefined };
  return rankBasis(snapshot as unknown as SiteSnapshot, time);
}

const spansOf = ({ main, rare }: Parts<Uint8Array>): Parts<ByteSpan> => ({
  main: ByteSpan.of(Buffer.from(main)),
  rare: ByteSpan.of(Buffer.from(rare)),
});

test('a packed row is the same row, with what was worked out of its profile', () => {
  const event = {
    id: 'e',
    time,
    name: 'any',
    session: '',
    kind: 'login',
    identifiers: [],
  } as const;
  const values = new Map([['color', ['red', 'blue']]]);
  const observations = [{ signal: 'view' as const, values }];
  const profile = foldEvents(emptyProfile(), [{ event, identified: false, observations }]);
  const state = encodeProfile(profile);
  const told = { name: { type: 'email', value: 'ä' }, changedAt: 5, attributes: { tier: 'gold' } };
  const entries = [{ ...told, edits: [] }];
  const made = profileOf(state, entries);
  const row: Row = {
    ...nothing,
    presentId: '12',
    isOwned: true,
    devices: ['34'],
    lists: [5],
    entries,
    state,
    profile: made,
  };
  const basis = basisOf(10);
  const said = (one: HeldProfile | undefined) => [
    ...[one?.firstSeen, one?.lastSeen, one?.assigned('a')],
    ...[one?.properties(basis), one?.rank(basis, 'color'), one?.text(basis)],
  ];
  assert.deepEqual(said(made).slice(0, 4), [time, time, undefined, ['color']]);
  const parts = rowPacking.pack(row);
  const packed = spansOf(parts);
  const { profile: _, ...expected } = row;
  for (const stays of [true, false]) {
    const { profile: unpacked, ...rest } = rowPacking.unpack(packed, stays);
    assert.equal(typeof rest.state === 'string', stays);
    assert.deepEqual({ ...rest, state: String(rest.state) }, expected);
    assert.deepEqual(said(unpacked), said(made));
    assert.deepEqual([made?.hasNews, unpacked?.hasNews], [true, false]);
    assert.deepEqual(unpacked?.decode(), profile);
    assert.deepEqual(rowPacking.pack({ ...rest, profile: unpacked }), parts);
  }
  // Of another basis, nothing of what was worked out is true any more.
  const other = basisOf(20);
  const again = rowPacking.unpack(packed, true).profile;
  assert.deepEqual(again?.rank(other, 'color'), made?.rank(other, 'color'));
  assert.equal(again?.hasNews, true);
});

test('who is unknown takes no more than his key', () => {
  const parts = rowPacking.pack(nothing);
  assert.deepEqual([parts.main.length, parts.rare.length], [0, 0]);
  assert.equal(rowPacking.unpack(spansOf(parts), true), nothing);
});
