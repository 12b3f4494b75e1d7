// The unit of drawing is the unit of analysis: a device counts once, and so does an account.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ReportOutput } from '@attune/contract';
import { variation } from '../../experiences/campaigns/campaigns.fixture.ts';
import { bought, newDevice, person, plantingServer, type User } from './planted.fixture.ts';

const server = await plantingServer();
after(server.close);
const { manage, publish, folded, daysAgo, tell } = server;
await manage('POST', '/v2/identifier-types', { name: 'company', identifies: 'account' });

const experiences = [{ name: 'All', variations: [variation('a', 1, 'a'), variation('b', 1, 'b')] }];
const byDevice = await daysAgo(12, () => publish({ selector: 'device', experiences }));
const byAccount = await daysAgo(12, () =>
  publish({ selector: 'account', unit: 'account', accountType: 'company', experiences }),
);
const companyOf = (name: string) => ({ accounts: { company: name } });

const look = (user: object, days: number, selector: string) =>
  daysAgo(days, () => server.client.choose({ user, selector: { names: [selector] } }));

async function report(id: number): Promise<ReportOutput> {
  const { status, text, body } = await manage('GET', `/v2/campaigns/${id}/report?metric=revenue`);
  assert.equal(status, 200, text);
  return body;
}
function sums({ experiences: [all] }: ReportOutput) {
  const { variations, mixed } = all!;
  const sum = (of: 'exposed' | 'active' | 'total') =>
    variations.reduce((total, one) => total + one[of], 0);
  return { exposed: sum('exposed'), mixed, active: sum('active'), total: sum('total') };
}

test('a device is one user, with all who are on it and what was done there', async () => {
  const [phone, laptop, shared] = [newDevice(), newDevice(), newDevice()] as const;
  const on = (device: User, who: User) => ({ ...device, ...who });
  // One person on two devices; and two people on one.
  await look(on(phone, person('ann')), 9, 'device');
  await look(on(laptop, person('ann')), 8, 'device');
  await look(on(shared, person('bob')), 8, 'device');
  await folded();
  await look(on(shared, person('eve')), 7, 'device');
  await folded();
  await tell(on(phone, person('ann')), 7, bought(10));
  await tell(on(shared, person('bob')), 7, bought(20));
  // What a server reports of a person alone: eve's device, and the one that ann was on last.
  await tell(person('eve'), 6, bought(40));
  await tell(person('ann'), 6, bought(80));
  await folded();
  const found = await report(byDevice);
  assert.deepEqual(sums(found), { exposed: 3, mixed: 0, active: 3, total: 150 });
  assert.deepEqual(found.campaign.unit, 'device');
  assert.match(found.notes.join(' '), /Users are devices/);
});

test('what users did is told from the first hour, apart from what counts', async () => {
  const id = await publish({ selector: 'fresh', experiences });
  const given = async (user: User) => {
    const { choices } = await look(user, 0, 'fresh');
    return choices[0]!.variations[0]!.payload.data as string;
  };
  const buyers = [newDevice(), newDevice()];
  const names = await Promise.all([...buyers, newDevice()].map(given));
  for (const user of buyers) await tell(user, 0, bought(30));
  await folded();
  const { variations } = (await report(id)).experiences[0]!;
  for (const { name, users, active, exposed, soFar, mean } of variations) {
    const bought = names.slice(0, 2).filter((one) => one === name).length;
    assert.deepEqual([users, active, mean.estimate], [0, 0, null], name);
    const estimate = exposed === 0 ? null : (30 * bought) / exposed;
    assert.deepEqual(soFar, { active: bought, total: 30 * bought, estimate }, name);
  }
});

test('an account is one user, with what all of its people did', async () => {
  const [ann, bob, eve] = [newDevice(), newDevice(), newDevice()] as const;
  await look({ ...ann, ...companyOf('acme') }, 9, 'account');
  await look({ ...bob, ...companyOf('acme') }, 8, 'account');
  await look({ ...eve, ...companyOf('other') }, 8, 'account');
  await look(newDevice(), 8, 'account');
  await folded();
  await tell({ ...ann, ...companyOf('acme') } as User, 7, bought(10));
  await tell(bob, 7, bought(20));
  // A colleague who was never exposed counts where the event names the account.
  await tell({ ...newDevice(), ...companyOf('acme') } as User, 7, bought(40));
  await tell(newDevice(), 7, bought(80));
  await folded();
  const found = await report(byAccount);
  assert.deepEqual(sums(found), { exposed: 2, mixed: 0, active: 1, total: 70 });
  const { unit, accountType } = found.campaign;
  assert.deepEqual({ unit, accountType }, { unit: 'account', accountType: 'company' });
});
