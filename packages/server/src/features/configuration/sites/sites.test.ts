// Tests of sites and their settings: checked as a whole, stored as what differs, in force at once.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ApiError } from '../../../api-error.ts';
import { testServer } from '../../../testing.ts';
import { changeSettings, createSite, findSite } from './index.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const { ctx, test: site } = server;

const change = (settings: Record<string, unknown>) =>
  changeSettings(ctx, site.id, { settings }, 'test');
const inForce = () => site.snapshot().site.settings;

async function pointersOf(settings: Record<string, unknown>): Promise<string[] | undefined> {
  const error = await change(settings).then(
    () => assert.fail(`accepted: ${JSON.stringify(settings)}`),
    (refused: ApiError) => refused,
  );
  assert.equal(error.code, 'invalid_request', String(error));
  return error.errors?.map(({ pointer }) => pointer);
}

test('a site has a name of its own, a vertical, and every feature', async () => {
  const { id } = await createSite(ctx, { name: 'shop-2' }, 'test');
  assert.equal(await findSite(ctx, 'shop-2'), id);
  const { vertical, features, salt } = ctx.snapshots.site(id)!.site;
  assert.equal(vertical, 'E-commerce');
  assert.deepEqual(features, ['feeds', 'affinity', 'management-api']);
  assert.equal(salt.length, 32);
  assert.notDeepEqual(salt, site.snapshot().site.salt);
  assert.notDeepEqual(ctx.snapshots.site(id)?.identitySecret, site.snapshot().identitySecret);
  await assert.rejects(createSite(ctx, { name: 'shop-2' }, 'test'), { code: 'conflict' });
  for (const name of ['', 'Shop', '-shop', 'a b', 'x'.repeat(51)]) {
    await assert.rejects(createSite(ctx, { name }, 'test'), { code: 'invalid_request' });
  }
  const wrong = { name: 'bank', vertical: 'Banking' };
  await assert.rejects(createSite(ctx, wrong, 'test'), /E-commerce, Media/);
  await assert.rejects(findSite(ctx, 'nowhere'), /shop-2/);
});

test('settings are merged, act at once, and null gives the default back', async () => {
  const before = inForce();
  await change({ timeZone: 'Europe/Paris', affinity: { weights: { view: 3 } } });
  assert.equal(inForce().timeZone, 'Europe/Paris');
  const stored = await change({ affinity: { weights: { wishlist: 5 }, halfLifeDays: 10 } });
  assert.deepEqual(stored, {
    timeZone: 'Europe/Paris',
    affinity: { weights: { view: 3, wishlist: 5 }, halfLifeDays: 10 },
  });
  const { weights, halfLifeDays } = inForce().affinity;
  assert.deepEqual([weights.view, weights.wishlist, weights.purchase], [3, 5, 8]);
  assert.equal(halfLifeDays, 10);
  await change({ timeZone: null, affinity: null });
  assert.deepEqual(inForce(), before);
});

test('what cannot be a setting is refused, every error of it, and nothing changes', async () => {
  const { revision } = site.snapshot().site;
  const before = inForce();
  assert.deepEqual(await pointersOf({ zone: 'UTC', colour: 1 }), ['/zone', '/colour']);
  assert.deepEqual(
    await pointersOf({
      timeZone: 'Mars/Olympus',
      currency: 'Euro',
      requireConsent: 'yes',
      requireIdentityToken: 1,
      learningCap: 1.5,
      affinity: {
        weights: { view: 101, filter: '2' },
        halfLifeDays: 0,
        halfLifeDaysByProperty: { color: 366 },
        normalisation: 2,
        dailyCap: 0,
        properties: [''],
      },
    }),
    [
      ...['/timeZone', '/currency', '/requireConsent', '/requireIdentityToken'],
      '/learningCap',
      ...['/affinity/weights/view', '/affinity/weights/filter', '/affinity/halfLifeDays'],
      ...['/affinity/normalisation', '/affinity/dailyCap'],
      ...['/affinity/halfLifeDaysByProperty/color', '/affinity/properties'],
    ],
  );
  assert.deepEqual(await pointersOf({ affinity: 7 }), ['/affinity']);
  assert.deepEqual(await pointersOf({ affinity: { weights: 'heavy' } }), ['/affinity/weights']);
  assert.deepEqual(await pointersOf({ affinity: { halfLive: 3, weights: { vue: 1 } } }), [
    '/affinity/halfLive',
    '/affinity/weights/vue',
  ]);
  const features = ['feeds', 'teleport'];
  await assert.rejects(changeSettings(ctx, site.id, { features }, 'test'), /teleport/);
  assert.deepEqual([inForce(), site.snapshot().site.revision], [before, revision]);
});

test('a change leaves its audit entry', async () => {
  await change({ currency: 'EUR' });
  const { rows } = await ctx.pool.query(
    `select actor, subject, details from audit where action = 'site.change' order by id desc limit 1`,
  );
  assert.deepEqual(rows, [
    {
      ...{ actor: 'test', subject: 'settings' },
      details: { before: { currency: 'USD' }, after: { currency: 'EUR' } },
    },
  ]);
});
