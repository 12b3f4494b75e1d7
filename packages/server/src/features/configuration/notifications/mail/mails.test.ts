// Tests of mails: handed to a real mail server on this machine, with a clock of the test's.
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { Context } from '../../../../context.ts';
import { testServer } from '../../../../testing.ts';
import { signedIn } from '../../../access/teammates/teammates.fixture.ts';
import { callWith } from '../../../experiences/campaigns/campaigns.fixture.ts';
import { sendDueMessages } from '../index.ts';
import { writeLetter } from './letter.ts';
import { openMailServer } from './mail-server.fixture.ts';
import { decoded } from './mails.fixture.ts';
import { handOver } from './transport.ts';

const mails = await openMailServer();
const server = await testServer(
  { api: true, worker: false },
  {
    env: {
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      SMTP_TLS: 'off',
      SMTP_FROM: 'Attune <attune@shop.example>',
      PUBLIC_URL: 'https://attune.shop.example/',
    },
  },
);
after(async () => {
  await server.close();
  await mails.close();
});
const { ctx, test: site, url } = server;
const admin = await signedIn(server, site.id, { role: 'Admin', codeEditing: false });
const manage = callWith(url, await site.key(['manage']));

let now = ctx.now();
const clocked: Context = { ...ctx, now: () => now };
const send = () => {
  now = Math.max(now, ctx.now());
  return sendDueMessages(clocked, new AbortController().signal);
};

beforeEach(() => {
  now = 0;
  mails.received.length = 0;
  mails.refuse(undefined);
});

const invite = (email: string) =>
  admin.ask('POST', '/sites/test/invitations', { email, role: 'Editor', codeEditing: false });

test('an invitation is mailed with its link, which is then nowhere any more', async () => {
  const { body } = await invite('ann@shop.example');
  assert.equal(body.isMailed, true);
  const token = body.link.split('token=')[1];
  const waiting = await ctx.pool.query('select row_to_json(delivery)::text as row from delivery');
  const stored = waiting.rows.map(({ row }) => row).join();
  assert.ok(stored.includes('ann@shop.example'));
  assert.ok(!stored.includes(token) && !stored.includes(Buffer.from(token).toString('hex')));
  await send();
  const [mail, ...more] = mails.received;
  assert.deepEqual([mail?.from, mail?.to, more], ['attune@shop.example', ['ann@shop.example'], []]);
  const text = decoded(mail!.source);
  assert.match(text, /^From: Attune <attune@shop\.example>\r$/m);
  assert.match(text, /^To: ann@shop\.example\r$/m);
  assert.match(text, /^Subject: You are invited to test on Attune\r$/m);
  assert.match(text, /text\/plain[\s\S]+text\/html/);
  const link = `https://attune.shop.example/console/invitation#token=${token}`;
  assert.equal(text.split(link).length - 1, 2);
  const { rows } = await ctx.pool.query('select state, sealed_mail from delivery');
  assert.deepEqual(rows, [{ state: 'sent', sealed_mail: null }]);
});

test('a mail is kept until the server takes it, and never beyond the life of its link', async () => {
  await invite('bo@shop.example');
  mails.refuse(451);
  await send();
  const state = async () => {
    const { body } = await admin.ask('GET', '/sites/test/mail');
    return body.mails[0];
  };
  const first = await state();
  assert.deepEqual(
    [first.state, first.recipient, first.event],
    [...['waiting', 'bo@shop.example', 'invitation']],
  );
  assert.match(first.detail, /127\.0\.0\.1 answered 451: .*No such mailbox/);
  mails.refuse(undefined);
  now = Date.parse(first.nextAttemptAt);
  await send();
  assert.deepEqual([(await state()).state, mails.received.length], ['sent', 1]);
  await invite('cy@shop.example');
  now = ctx.now() + 8 * 86_400_000;
  await send();
  assert.deepEqual([(await state()).state, mails.received.length], ['failed', 1]);
});

test('an address that the server refuses for good is not tried again', async () => {
  await invite('gone@shop.example');
  mails.refuse(550);
  await send();
  const { body } = await admin.ask('GET', '/sites/test/mail');
  assert.equal(body.mails[0].state, 'failed');
  const { rows } = await ctx.pool.query('select from delivery where sealed_mail is not null');
  assert.equal(rows.length, 0);
});

test('a channel of mail gets events as text and HTML, in which names make no markup', async () => {
  const addresses = ['ann@shop.example', 'bo@shop.example'];
  const name = 'Team <b>\r\nBcc: eve@evil.example';
  const made = await manage('POST', '/v2/channels', {
    ...{ name, type: 'email', addresses, events: ['campaign.paused'] },
  });
  assert.equal(made.status, 201, made.text);
  assert.equal(made.body.channel.target, 'ann@shop.example, bo@shop.example');
  await manage('POST', `/v2/channels/${made.body.channel.id}/test`);
  await send();
  const [mail] = mails.received;
  assert.deepEqual(mail?.to, addresses);
  const [head = ''] = mail!.source.split('\r\n\r\n');
  assert.doesNotMatch(head, /^bcc:/im);
  const text = decoded(mail!.source);
  assert.match(text, /Team &lt;b&gt;/);
  assert.match(text, /https:\/\/attune\.shop\.example\/console\/test\/notifications/);
});

test('no address can add a recipient or a header', async () => {
  const channel = { name: 'Team', type: 'email', events: [] };
  for (const address of [
    ...['a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example', '<a@b.example>', 'a@b@c'],
    ...['"a" <c@d.example>', 'a b@c.example', 'a;b@c.example', 'group:a@b.example;'],
  ]) {
    const { status, body } = await manage('POST', '/v2/channels', {
      ...{ ...channel, addresses: ['ok@shop.example', address] },
    });
    assert.deepEqual([status, body.errors?.[0].pointer], [422, '/addresses/1'], address);
  }
  const subject = 'Sale\r\nBcc: eve@evil.example\u2028X: y';
  const letter = writeLetter({ subject, paragraphs: [], reason: '' });
  assert.equal(letter.subject, 'Sale Bcc: eve@evil.example X: y');
});

test('an Admin sees by which server mails go, and tries it on themselves', async () => {
  const { body } = await admin.ask('POST', '/sites/test/mail/test');
  await send();
  assert.deepEqual(mails.received[0]?.to, [body.recipient]);
  const { body: shown } = await admin.ask('GET', '/sites/test/mail');
  assert.deepEqual(shown.server, { host: '127.0.0.1', from: 'attune@shop.example' });
  assert.deepEqual([shown.mails[0].event, shown.mails[0].state], ['test', 'sent']);
});

test('a password goes over TLS alone, and into no message about a failure', async () => {
  const login = { user: 'attune', pass: 'very-secret-password' };
  const guarded = await openMailServer({ login });
  const from = { name: '', address: 'attune@shop.example' };
  const mail = {
    ...{ to: ['ann@shop.example'], messageId: 'msg_1', subject: 'S', text: 'T', html: 'H' },
  };
  const config = { host: '127.0.0.1', port: guarded.port, login, from } as const;
  // Its certificate is made by itself: a mail server that cannot prove itself gets no password.
  const outcome = await handOver({ ...config, tls: 'starttls' }, mail);
  assert.equal(outcome.isDelivered, false);
  const wrong = await handOver(
    { ...config, login: { ...login, pass: 'wrong-secret' }, tls: 'off' },
    mail,
  );
  assert.equal(wrong.isDelivered, false);
  assert.doesNotMatch(JSON.stringify([outcome, wrong]), /secret/);
  assert.deepEqual(guarded.received, []);
  await guarded.close();
});
