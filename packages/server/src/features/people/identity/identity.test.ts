// Tests of which user a request is of: tokens, and devices that turn out to be a person's.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import type { ChooseInput } from '@attune/contract';
import { eventually } from '../../../testing.ts';
import { changeSettings } from '../../configuration/sites/index.ts';
import {
  experienceServer,
  experiencesOf,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { client, browser, log, publish } = server;

const viewed = (sku: string) => ({ 'recent.viewed': { $elemMatch: { $eq: sku } } });
const greeting = {
  selector: 'greeting',
  experiences: [
    { name: 'Old', targeting: viewed('tent'), variations: [variation('camper')] },
    { name: 'Known', targeting: { 'user.isKnown': true }, variations: [variation('known')] },
    { name: 'New', targeting: { 'user.isNew': true }, variations: [variation('new')] },
    { name: 'Rest', variations: [variation('rest')] },
  ],
};
await publish(greeting);

const external = (cuid: string) => ({ cuid, cuidType: 'external' });
const view = (sku: string) => ({
  name: 'View',
  properties: { svcType: 'product-view-v1' as const, productId: sku },
});
const hmac = (cuid: string, cuidType: string) =>
  createHmac('sha256', server.test.snapshot().identitySecret!)
    .update(`${cuidType}:${cuid}`)
    .digest('hex');

async function greet(user: ChooseInput['user'] = {}, by = client) {
  const { choices, warnings } = await by.choose({ user, selector: { names: ['greeting'] } });
  return { data: choices[0]?.variations[0]?.payload.data, codes: warnings?.map((w) => w.code) };
}

test('an anonymous device, a new one and a known person are distinguished', async () => {
  assert.deepEqual(await greet({}), { data: 'new', codes: undefined });
  assert.deepEqual(await greet({ svcid: '' }), { data: 'new', codes: undefined });
  assert.deepEqual(await greet({ svcid: '41' }), { data: 'rest', codes: undefined });
  assert.deepEqual(await greet(external('somebody')), { data: 'known', codes: undefined });
});

test('what a device did before the sign-in is known by the cuid alone afterwards', async () => {
  await client.events({ user: { svcid: '42' }, events: [view('tent')] });
  await log();
  const linking = { svcid: '42', ...external('ann') };
  assert.equal((await greet(linking)).data, 'camper', 'at once: the past comes with the device');
  await eventually(async () => (await greet(external('ann'))).data === 'camper');
  assert.equal((await greet({ svcid: '42' })).data, 'camper', 'and without the cuid');
});

test('a device’s past is its first person’s, and what it does next is the next one’s', async () => {
  const on = (cuid: string) => ({ svcid: '43', ...external(cuid) });
  await client.events({ user: { svcid: '43' }, events: [view('tent')] });
  await client.events({ user: on('first'), events: [view('stove')] });
  await client.events({ user: on('second'), events: [view('kayak')] });
  await log();
  assert.equal((await greet(external('first'))).data, 'camper');
  assert.equal((await greet(external('second'))).data, 'known');
  assert.equal((await greet(on('second'))).data, 'known');
});

test('a Client-side key needs a token for a cuid; without it the person is left alone', async () => {
  await client.events({ user: external('bob'), events: [view('tent')] });
  await log();
  const bob = external('bob');
  const passedOver = { data: 'rest', codes: ['cuid_unverified'] };
  const tokens = [undefined, '', 'zz', hmac('bob', 'he'), hmac('eve', 'external'), '0'.repeat(64)];
  for (const token of tokens) {
    const user = { svcid: '44', ...bob, ...(token !== undefined && { token }) };
    assert.deepEqual(await greet(user, browser), passedOver);
    await browser.events({ user, events: [view(`forged ${token}`)] });
  }
  const proven = { svcid: '45', ...bob, token: hmac('bob', 'external') };
  assert.deepEqual(await greet(proven, browser), { data: 'camper', codes: undefined });
  const users = new Set((await log()).filter((one) => one.event.kind === 'product-view'));
  const forged = [...users].filter(({ event }) => event.sku.startsWith('forged'));
  assert.equal(forged.length, tokens.length);
  assert.ok(forged.every(({ userId }) => userId === '44'));
});

test('an unproven cuid of a new browser is a new user, not the person', async () => {
  await client.events({ user: external('carol'), events: [view('tent')] });
  await log();
  const { data, codes } = await greet(external('carol'), browser);
  assert.deepEqual([data, codes], ['new', ['cuid_unverified']]);
});

test('a site may do without tokens', async () => {
  const site = await server.site('trusting', { settings: { requireIdentityToken: false } });
  const trusting = await experiencesOf(server, site);
  await trusting.publish(greeting);
  await trusting.client.events({ user: external('dan'), events: [view('tent')] });
  await trusting.log();
  const ask = () => greet(external('dan'), trusting.browser);
  assert.deepEqual(await ask(), { data: 'camper', codes: undefined });
  await changeSettings(server.ctx, site.id, { settings: { requireIdentityToken: true } }, 'test');
  assert.deepEqual(await ask(), { data: 'new', codes: ['cuid_unverified'] });
});

test('a hash of an e-mail address is the same person in any case, and of one site only', async () => {
  const digest = 'A665A45920422F9D417E4867EFDC4FB8A04A1F3FFF1FA07E998E86F7F7A27AE3';
  await client.events({ user: { cuid: digest, cuidType: 'he' }, events: [view('tent')] });
  await log();
  const lower = { cuid: digest.toLowerCase(), cuidType: 'he' };
  assert.equal((await greet(lower)).data, 'camper');
  assert.equal((await greet(external(digest))).data, 'known');
  const other = await experiencesOf(server, await server.site('other'));
  await other.publish(greeting);
  assert.equal((await greet(lower, other.client)).data, 'known');
});
