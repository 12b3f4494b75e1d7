// Tests of what channels are sent: by a real receiver on this machine, with a clock of the test's.
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { Context } from '../../../context.ts';
import { eventually, testServer } from '../../../testing.ts';
import { callWith, campaignOf, variation } from '../../experiences/campaigns/campaigns.fixture.ts';
import { sendDueMessages } from './index.ts';
import { claimDelivery } from './outbox/store.ts';
import { openReceiver } from './receiver.fixture.ts';

const server = await testServer(
  { api: true, worker: false },
  { env: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } },
);
const receiver = await openReceiver();
const elsewhere = await openReceiver();
after(async () => {
  await server.close();
  await Promise.all([receiver.close(), elsewhere.close()]);
});
const { ctx, test: site } = server;
const call = callWith(server.url, await site.key(['manage']));
const never = new AbortController().signal;

let now = Date.now();
const later = (ms: number) => {
  now = Math.max(now, ctx.now()) + ms;
};
const clocked: Context = { ...ctx, now: () => now };
const send = () => {
  later(0);
  return sendDueMessages(clocked, never);
};

beforeEach(async () => {
  receiver.answer({});
  receiver.received.length = 0;
  const { body } = await call('GET', '/v2/channels');
  for (const { id } of body.items) await call('DELETE', `/v2/channels/${id}`);
  now = Date.now();
});

async function channel(more: object = {}) {
  const settings = { name: 'Warehouse', type: 'webhook', url: receiver.url };
  const events = ['campaign.published', 'campaign.paused', 'channel.disabled'];
  const made = await call('POST', '/v2/channels', { ...settings, events, ...more });
  assert.equal(made.status, 201, made.text);
  return { id: made.body.channel.id as number, secret: made.body.secret as string, ...made.body };
}

let campaigns = 0;
async function publish(): Promise<number> {
  campaigns += 1;
  const experiences = [{ name: 'All', variations: [variation('hello')] }];
  const selector = `told-${campaigns}`;
  const made = await call('POST', '/v2/campaigns', campaignOf({ selector, experiences }));
  const published = await call('POST', `/v2/campaigns/${made.body.id}/publish`);
  assert.equal(published.status, 200, published.text);
  later(1_000);
  return made.body.id;
}

const deliveries = async (id: number) =>
  (await call('GET', `/v2/channels/${id}/deliveries`)).body.items;

test('a webhook gets what its channel chose, signed as Standard Webhooks says', async () => {
  const { secret } = await channel();
  await channel({ name: 'Others', events: ['campaign.paused'] });
  const campaignId = await publish();
  await send();
  const [message, ...more] = receiver.received;
  assert.deepEqual(more, []);
  const verified = new Webhook(secret).verify(message!.body, message!.headers as never);
  const { data, ...rest } = verified as { type: string; timestamp: string; data: object };
  assert.equal(rest.type, 'campaign.published');
  assert.ok(Number.isFinite(Date.parse(rest.timestamp)));
  assert.partialDeepStrictEqual(data, { campaignId, version: 1 });
  assert.match(String(message!.headers['webhook-id']), /^msg_[\w-]{22}$/);
  assert.match(String(message!.headers['content-type']), /^application\/json/);
  assert.throws(() => new Webhook(secret).verify(`${message!.body} `, message!.headers as never));
});

test('a secret that is rotated signs for a day beside the new one', async () => {
  const { id, secret } = await channel();
  const rotated = await call('POST', `/v2/channels/${id}/rotate-secret`);
  assert.notEqual(rotated.body.secret, secret);
  await publish();
  await send();
  const [both] = receiver.received;
  for (const one of [secret, rotated.body.secret]) {
    new Webhook(one).verify(both!.body, both!.headers as never);
  }
  assert.equal(String(both!.headers['webhook-signature']).split(' ').length, 2);
  later(86_400_001);
  await call('POST', `/v2/channels/${id}/test`);
  await send();
  assert.equal(String(receiver.received[1]!.headers['webhook-signature']).split(' ').length, 1);
});

test('what is not answered 2xx is sent again, ever later, and given up after three days', async () => {
  const { id } = await channel();
  receiver.answer({ status: 500 });
  await publish();
  const waits: number[] = [];
  for (;;) {
    await send();
    const [one] = await deliveries(id);
    if (one.state === 'failed') break;
    assert.match(one.detail, /127\.0\.0\.1:\d+ answered 500\./);
    waits.push((Date.parse(one.nextAttemptAt) - now) / 1_000);
    now = Date.parse(one.nextAttemptAt) - 1;
    await send();
    now += 1;
  }
  assert.equal(receiver.received.length, 11);
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  assert.equal(ids.size, 1);
  const [first = 0] = waits;
  assert.ok(first >= 4.5 && first <= 5.5, String(first));
  assert.ok(waits.every((wait, at) => at === 0 || wait > waits[at - 1]!));
  const days = waits.reduce((sum, wait) => sum + wait, 0) / 86_400;
  assert.ok(days > 2.5 && days < 3.7, String(days));
});

test('a receiver that asks for more time is given it', async () => {
  const { id } = await channel();
  receiver.answer({ status: 503, headers: { 'retry-after': '120' } });
  await publish();
  await send();
  const [one] = await deliveries(id);
  assert.equal((Date.parse(one.nextAttemptAt) - now) / 1_000, 120);
});

test('410 Gone turns a channel off, and the others are told', async () => {
  const { id } = await channel();
  const other = await channel({ url: elsewhere.url, events: ['channel.disabled'] });
  receiver.answer({ status: 410 });
  await publish();
  await send();
  const { body } = await call('GET', `/v2/channels/${id}`);
  assert.deepEqual([body.isOn, body.isGone], [false, true]);
  const [one] = await deliveries(id);
  assert.deepEqual([one.state, one.answerCode], ['failed', 410]);
  const [told] = await deliveries(other.id);
  assert.deepEqual([told.event, told.state], ['channel.disabled', 'sent']);
  assert.deepEqual(JSON.parse(elsewhere.received[0]!.body).data, {
    ...{ channelId: id, channelName: 'Warehouse' },
  });
  const { body: on } = await call('PUT', `/v2/channels/${id}`, {
    ...{ name: 'Warehouse', events: [], isOn: true },
  });
  assert.deepEqual([on.isOn, on.isGone], [true, false]);
});

test('what did not happen is told to none', async () => {
  const { id } = await channel();
  const clash = { ...campaignOf({ selector: 'once' }), experiences: [] };
  const refused = await call('POST', '/v2/campaigns/999999/publish');
  assert.equal(refused.status, 404);
  const trial = { campaigns: [{ ...clash, status: 'live' }] };
  await call('POST', '/v2/experiences/import?dryRun=true', trial);
  await send();
  assert.deepEqual([receiver.received, await deliveries(id)], [[], []]);
});

test('a message whose worker was killed is sent by another one', async () => {
  const { id } = await channel();
  await publish();
  const held = { at: new Date(now), until: new Date(now + 60_000) };
  const claimed = await claimDelivery(ctx.db, held);
  assert.equal(claimed?.channelId, id);
  await send();
  assert.deepEqual(receiver.received, []);
  later(60_000);
  await send();
  assert.equal(receiver.received.length, 1);
  assert.equal((await deliveries(id))[0].state, 'sent');
});

test('a node that stops leaves what it was sending to others at once', async () => {
  const { id } = await channel();
  receiver.answer('hang');
  await publish();
  const stopping = new AbortController();
  const sending = sendDueMessages(clocked, stopping.signal);
  await eventually(async () => receiver.received.length > 0);
  stopping.abort();
  await sending;
  receiver.answer({});
  await send();
  assert.deepEqual([receiver.received.length, (await deliveries(id))[0].state], [2, 'sent']);
});

test('a message is sent again on request, with the id that it had', async () => {
  const { id } = await channel();
  await publish();
  await send();
  const [one] = await deliveries(id);
  const again = await call('POST', `/v2/channels/${id}/deliveries/${one.id}/resend`);
  assert.deepEqual([again.status, again.body.state], [202, 'waiting']);
  await send();
  const [first, second] = receiver.received;
  assert.equal(second?.headers['webhook-id'], first!.headers['webhook-id']);
  assert.equal((await call('POST', `/v2/channels/${id}/deliveries/1/resend`)).status, 404);
});

test('a channel that is off is told nothing but tests, and what waited is given up', async () => {
  const { id } = await channel();
  await publish();
  await call('PUT', `/v2/channels/${id}`, { name: 'Off', events: [], isOn: false });
  await publish();
  await call('POST', `/v2/channels/${id}/test`);
  await send();
  const shown = (await deliveries(id)).map((one: { state: string; event: string }) => [
    one.event,
    one.state,
  ]);
  assert.deepEqual(shown, [
    ['channel.test', 'sent'],
    ['campaign.published', 'failed'],
  ]);
  assert.equal(receiver.received.length, 1);
});

test('Slack and Teams get a text in their shapes, in which names make no markup', async () => {
  await channel({ name: '<!channel> [a](b)', type: 'slack' });
  await channel({ name: '<!channel> [a](b)', type: 'teams' });
  const { body } = await call('GET', '/v2/channels');
  for (const one of body.items) await call('POST', `/v2/channels/${one.id}/test`);
  await send();
  const [slack, teams] = receiver.received.map((one) => JSON.parse(one.body));
  assert.match(slack.text, /^\*test\*: This is a test .* “&lt;!channel&gt; \[a\]\(b\)”/);
  const [{ contentType, content }] = teams.attachments;
  assert.equal(contentType, 'application/vnd.microsoft.card.adaptive');
  assert.deepEqual([content.type, content.version], ['AdaptiveCard', '1.4']);
  assert.match(content.body[1].text, /“\\<!channel\\> \\\[a\\\]\\\(b\\\)”/);
  assert.equal(receiver.received[0]!.headers['webhook-signature'], undefined);
});

test('addresses that are not public are refused, as set and as looked up', async () => {
  const settings = { name: 'Inside', type: 'webhook', events: [] };
  for (const url of [
    ...['http://10.0.0.1/', 'http://[::1]/', 'http://169.254.169.254/latest', 'ftp://a.example'],
    ...['https://user:pass@a.example/', 'not an address'],
  ]) {
    const { status, body } = await call('POST', '/v2/channels', { ...settings, url });
    assert.deepEqual([status, body.errors?.[0].pointer], [422, '/url'], url);
  }
  const { id } = await channel({ url: receiver.url.replace('127.0.0.1', 'localhost') });
  await call('POST', `/v2/channels/${id}/test`);
  later(1_000);
  const config = { ...ctx.config, webhookAllowedHosts: [] };
  await sendDueMessages({ ...clocked, config }, never);
  assert.deepEqual(receiver.received, []);
  const [one] = await deliveries(id);
  assert.match(one.detail, /^localhost leads to .*, which is no public address\.$/);
  receiver.answer({ status: 302, headers: { location: 'http://10.0.0.1/' } });
  const { id: leading } = await channel();
  await call('POST', `/v2/channels/${leading}/test`);
  await send();
  assert.match((await deliveries(leading))[0].detail, /answered 302: set the address/);
});

test('no answer, table or audit entry has an address of Slack or a secret', async () => {
  const url = 'https://hooks.slack.com/services/T000/B000/very-secret-path';
  const slack = await channel({ type: 'slack', url });
  const { secret, ...webhook } = await channel({ url: 'https://a.example/hook?token=very-secret' });
  assert.equal(slack.secret, null);
  const audit = await ctx.pool.query('select row_to_json(audit)::text as row from audit');
  const rows = await ctx.pool.query(
    'select row_to_json(c)::text as row from notification_channel c',
  );
  const shown = await call('GET', '/v2/channels');
  const text = [...audit.rows, ...rows.rows].map(({ row }) => row).join() + shown.text;
  assert.doesNotMatch(text, /very-secret/);
  assert.ok(!text.includes(secret.slice(6)));
  assert.ok(!text.includes(Buffer.from('very-secret').toString('hex')));
  assert.equal(webhook.channel.target, 'https://a.example/hook?…');
  assert.equal(slack.channel.target, 'https://hooks.slack.com/…');
});

test('each change of a channel leaves its audit entry', async () => {
  const { id } = await channel();
  await call('PUT', `/v2/channels/${id}`, { name: 'Depot', events: [], isOn: true });
  await call('POST', `/v2/channels/${id}/rotate-secret`);
  await call('DELETE', `/v2/channels/${id}`);
  const { rows } = await ctx.pool.query(
    `select action, subject from audit where action like 'channel.%' and subject_id = $1
     order by id`,
    [String(id)],
  );
  assert.deepEqual(
    rows.map(({ action, subject }) => `${action} ${subject}`),
    [
      ...['channel.create Warehouse', 'channel.change Depot', 'channel.rotate-secret Depot'],
      'channel.delete Depot',
    ],
  );
});
