// What pages send is counted in bounded memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countPageAttributes } from './index.ts';

test('what pages send is kept within bounds, and what is gone is forgotten', () => {
  let now = 0;
  const held = countPageAttributes(() => now);
  const long = 'x'.repeat(101);
  for (let at = 0; at < 200; at += 1)
    held.note(1, () => ({ [`n${at}`]: at, [long]: 1, same: `v${at}` }));
  const { requests, byName } = held.seen(1)!;
  assert.equal(requests, 30, 'at once');
  for (let at = 0; at < 3_000; at += 1) {
    now += 1_000;
    held.note(1, () => ({ [`m${at}`]: long, same: `w${at}` }));
  }
  assert.ok(byName.size <= 100 && byName.has('same') && !byName.has('n0') && !byName.has(long));
  assert.ok(byName.get('same')!.values.size <= 50);
  for (let site = 2; site <= 200; site += 1) held.note(site, () => ({}));
  assert.equal(held.seen(1), undefined, 'sites without recent requests go first');
});
