// A user's row in bytes: the same row comes back, with what was derived from its profile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteSpan, type Parts } from '@attune/byte-cache';
import { defaultAffinitySettings, emptyProfile, encodeProfile, foldEvents } from '@attune/core';
import type { SiteSnapshot } from '../../../context.ts';
import { type CachedProfile, rankBasis } from '../profiles/index.ts';
import { nothing, profileOf, type Row, rowPacking } from './rows.ts';

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
    ownerId: '13',
    devices: ['34'],
    lists: [5],
    entries,
    state,
    profile: made,
  };
  const basis = basisOf(10);
  const said = (one: CachedProfile | undefined) => [
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
    assert.deepEqual([made?.hasChanged, unpacked?.hasChanged], [true, false]);
    assert.deepEqual(unpacked?.decode(), profile);
    assert.deepEqual(rowPacking.pack({ ...rest, profile: unpacked }), parts);
  }
  // Of another basis, nothing of what was worked out is true any more.
  const other = basisOf(20);
  const again = rowPacking.unpack(packed, true).profile;
  assert.deepEqual(again?.rank(other, 'color'), made?.rank(other, 'color'));
  assert.equal(again?.hasChanged, true);
});

test('an unknown user takes no more than their key', () => {
  const parts = rowPacking.pack(nothing);
  assert.deepEqual([parts.main.length, parts.rare.length], [0, 0]);
  assert.equal(rowPacking.unpack(spansOf(parts), true), nothing);
});
