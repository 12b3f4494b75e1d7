// Units keep what they were given: a device whatever happens to names, a person once they are
// known, an account for all of its people; at each node, and wherever the worker is by then.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openNodes, playJourneys, publishUnits } from './journeys.fixture.ts';

const shop = await openNodes();
after(shop.close);
const campaigns = await publishUnits(shop);

test('no device and no account is moved, no person without an earlier assignment, and reports count the others', async (t) => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
  // The long form, of 10,000 devices: SEED=1 HOUSEHOLDS=5000 ROUNDS=3 npm test -- choose/units
  const households = Number(process.env['HOUSEHOLDS'] ?? 60);
  const { promises, reports } = await playJourneys(shop, campaigns, {
    ...{ seed, households, rounds: Number(process.env['ROUNDS'] ?? 14) },
  });
  const moved = Object.fromEntries(
    Object.entries(promises.moved).map(([unit, those]) => [unit, Object.fromEntries(those)]),
  );
  const { looks, devices, accounts, persons } = promises;
  t.diagnostic(JSON.stringify({ seed, looks, devices, accounts, persons, reports }));
  const none = { device: {}, person: {}, account: {} };
  assert.deepEqual(moved, none, `SEED=${seed}`);
  assert.deepEqual(reports.person, promises.persons, `SEED=${seed}`);
  assert.deepEqual(reports.account, { units: promises.accounts, crossovers: 0 }, `SEED=${seed}`);
  assert.equal(reports.device.crossovers, 0, `SEED=${seed}`);
  assert.ok(reports.device.units >= promises.devices && promises.persons.crossovers > 0);
});
