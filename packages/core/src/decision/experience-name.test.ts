// An experience without a name is called after its targeting.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { experienceName, withExperienceNames } from '../index.ts';

const names = { audiences: new Map([[1, 'Loyal buyers']]) };
const phones = { 'device.type': 'mobile' };

const called: readonly (readonly [targeting: unknown, name: string])[] = [
  [undefined, 'Everyone'],
  [{}, 'Everyone'],
  [{ 'user.isNew': false, ...phones }, 'Returning visitors on phones'],
  [
    { $and: [phones, { 'user.isKnown': true }, { 'user.isNew': true }] },
    'Known new visitors on phones',
  ],
  [{ 'device.type': { $in: ['mobile', 'tablet'] } }, 'Visitors on phones or tablets'],
  [{ 'geo.country': 'DE', channel: 'APP' }, 'Visitors in Germany on the app'],
  [
    { 'geo.country': { $nin: ['DE', 'FR', 'IT', 'ES'] } },
    'Visitors not in Germany, France or 2 others',
  ],
  [{ $audience: 1 }, 'Visitors in the audience Loyal buyers'],
  [{ $not: { $audience: 2 } }, 'Visitors outside the audience 2'],
  [
    {
      'affinity.categories.Shoes.rank': { $lte: 3 },
      'activity.view.categories.Running.30d': { $gte: 3 },
    },
    'Visitors who like Shoes and viewed Running 3 times',
  ],
  [{ 'activity.exposure.hero.30d': { $lte: 3 } }, 'Visitors who saw hero at most 3 times'],
  [{ 'activity.purchase.30d': { $gte: 1 } }, 'Visitors who bought'],
  [{ 'cart.value': { $gte: 50 } }, 'Visitors with a cart worth at least 50'],
  [{ $or: [{ 'geo.city': 'Bonn' }, phones] }, 'Visitors in Bonn or on phones'],
  [{ 'user.attributes.tier': 'gold' }, 'Visitors with tier gold'],
  [
    { ...phones, 'page.path': { $regex: '^/sale' } },
    'Visitors on phones who meet 1 more condition',
  ],
  [{ $nor: [phones] }, 'Visitors who meet 1 condition'],
];

test('an experience without a name is called after its targeting', () => {
  for (const [targeting, name] of called) {
    assert.equal(experienceName({ targeting }, names), name);
  }
});

test('a name that was typed stays as it is, whatever the targeting', () => {
  assert.equal(experienceName({ name: 'Mine', targeting: phones }), 'Mine');
  const { experiences } = withExperienceNames({ experiences: [{ id: 1, targeting: phones }] });
  assert.deepEqual(experiences, [{ id: 1, targeting: phones, name: 'Visitors on phones' }]);
});

test('any JSON as targeting makes a name of 1 to 200 characters', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(fc.string()), (targeting, cities) => {
      for (const one of [targeting, { 'geo.city': { $in: cities }, 'activity.a': targeting }]) {
        const { length } = experienceName({ targeting: one });
        assert.ok(length > 0 && length <= 200);
      }
    }),
  );
});
