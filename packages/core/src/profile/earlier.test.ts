// What a profile knows of products before the latest ones.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompleteEvent } from '../events/event.ts';
import { foldEvents } from './fold.ts';
import { emptyProfile, type Profile, profileBounds } from './profile.ts';

const firstDay = 20_000;

test('what is older than the latest skus is known by day, and the oldest days go first', () => {
  const seen = (day: number, sku: string): CompleteEvent => ({
    event: {
      ...{ id: `${day} ${sku}`, time: (firstDay + day) * 86_400_000, name: 'v', session: '' },
      ...{ kind: 'product-view', sku },
    },
    ...{ identified: true, observations: [] },
  });
  const bounds = { ...profileBounds, recentSkus: 2, knownSkus: 4 };
  const fold = (...all: [day: number, sku: string][]) =>
    foldEvents(
      emptyProfile(),
      all.map(([day, sku]) => seen(day, sku)),
      bounds,
    );
  const four = fold([1, 'a'], [2, 'b'], [3, 'c'], [4, 'd']);
  assert.deepEqual([...four.viewed.keys()], ['d', 'c']);
  const daysOf = ({ viewedEarlier }: Profile) => Object.fromEntries(viewedEarlier.days);
  assert.deepEqual(daysOf(four), { a: firstDay + 1, b: firstDay + 2 });
  // A fifth one: day 1 goes. Seen again, b is among the latest, and c is not any more.
  const five = fold([1, 'a'], [2, 'b'], [3, 'c'], [4, 'd'], [5, 'e'], [6, 'b']);
  assert.deepEqual([...five.viewed.keys()], ['b', 'e']);
  assert.deepEqual(five.viewedEarlier.since, firstDay + 2);
  assert.deepEqual(daysOf(five), { c: firstDay + 3, d: firstDay + 4 });
});
