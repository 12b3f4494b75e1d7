// The keys by which a site knows what it has decided: apart from the salt, rotated without loss.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readConfig } from '../../../../config.ts';
import { recordingLog } from '../../../../log/testing.ts';
import { startNode } from '../../../../node.ts';
import { openSecrets } from '../../../../secrets.ts';
import { type SigningKeys, signingKeyAt } from '../../../../signing.ts';
import { eventually, type TestSite } from '../../../../testing.ts';
import { signedIn } from '../../../access/teammates/teammates.fixture.ts';
import { decodeDecision, encodeDecisions } from '../../../events/decision-ids/index.ts';
import {
  callWith,
  experienceServer,
  experiencesOf,
  problem,
} from '../../../experiences/campaigns/campaigns.fixture.ts';
import { ensureSigningKeys, rotateSigningKey } from './index.ts';
import { newSigningKey } from './signing-keys.ts';

const server = await experienceServer();
after(server.close);
const { ctx } = server;

/** A site with a campaign, whose decisions a test makes and clicks. */
async function openSite(name: string) {
  const site = await server.site(name);
  const { publish, decide, client, log } = await experiencesOf(server, site);
  await publish({ selector: 'home' });
  const decided = async () => (await decide('home', { user: { id: '7' } })).decisionId;
  const click = (decisionId: string) =>
    client.engagement({ engagements: [{ type: 'CLICK', decisionId }] });
  const clicks = async () => (await log()).filter(({ kind }) => kind === 'click').length;
  const keys = () => site.snapshot().signingKeys;
  return { site, decided, click, clicks, keys };
}

const refused = problem(422, 'invalid_request', '/engagements/0/decisionId');

/** The same decision, as a node makes its id that signs with the newest key. */
function signedWithNewest(keys: SigningKeys, id: string): string {
  const { variationId, ...record } = decodeDecision(keys, id)!;
  const newest = keys[0]!;
  return encodeDecisions(newest, record, [{ ...record, variationId }])[0]!;
}

const rotate = ({ id: siteId }: TestSite, dropEarlier = false) =>
  rotateSigningKey(ctx, { siteId, dropEarlier }, 'test');

test('a site has a key of its own, which is encrypted and is not its salt', async () => {
  const { site, keys } = await openSite('own');
  const [key] = keys();
  assert.equal(keys().length, 1);
  assert.notDeepEqual(key!.secret, site.snapshot().site.salt);
  const { rows } = await ctx.pool.query('select secret from signing_key where site_id = $1', [
    site.id,
  ]);
  assert.equal(rows[0].secret.includes(key!.secret), false);
  assert.deepEqual(ctx.secrets.decrypt(rows[0].secret, 'signing own'), key!.secret);
});

test('a new key signs once every node knows it, and ids of before count as ever', async () => {
  const { site, decided, click, clicks, keys } = await openSite('rotated');
  const before = await decided();
  const [old] = keys();
  await rotate(site);
  const [newest] = keys();
  assert.equal(keys().length, 2);
  const now = Date.now();
  assert.equal(signingKeyAt(keys(), now), keys()[1], 'the old one signs for a moment');
  assert.deepEqual(signingKeyAt(keys(), now)?.secret, old!.secret);
  assert.equal(signingKeyAt(keys(), now + 10_000), newest);
  const meanwhile = await decided();
  await click(before);
  await click(signedWithNewest(keys(), meanwhile));
  assert.equal(await clicks(), 2);
});

test('ids of keys that are dropped count no more; previews neither', async () => {
  const { site, decided, click, clicks, keys } = await openSite('dropped');
  const manage = callWith(server.url, await site.key(['manage', 'serve']));
  const before = await decided();
  const { body } = await manage('GET', '/v2/campaigns');
  const preview = await manage('POST', `/v2/campaigns/${body.items[0].id}/preview`, {});
  await rotate(site, true);
  assert.equal(keys().length, 1);
  await assert.rejects(click(before), refused);
  await click(await decided());
  assert.equal(await clicks(), 1);
  const previewIds = [preview.body.previewId];
  const shown = await manage('POST', '/v2/serve/user/choose', {
    user: { id: '7' },
    selector: { names: ['home'], preview: { ids: previewIds } },
  });
  assert.deepEqual(
    shown.body.warnings.map(({ code }: { code: string }) => code),
    ['preview_invalid'],
  );
});

test('of many keys the eight newest stay, and their ids differ', async () => {
  const { site, keys } = await openSite('many');
  for (let turn = 0; turn < 9; turn += 1) await rotate(site);
  assert.equal(keys().length, 8);
  assert.equal(new Set(keys().map(({ id }) => id)).size, 8);
  const ids = (all: number[]) => all.map((id) => ({ id }));
  const site2 = { name: 'x' };
  const at = new Date(0);
  assert.equal(newSigningKey(ctx.secrets, site2, ids([254, 255, 2]), at).id, 3);
});

test('a site of the release before gets a key a day later, and its ids count as ever', async () => {
  const { site, decided, click, clicks, keys } = await openSite('migrated');
  await ctx.pool.query('delete from signing_key where site_id = $1', [site.id]);
  await ctx.pool.query(
    'insert into signing_key (site_id, id, active_at) values ($1, 1, now() - interval $$1 d$$)',
    [site.id],
  );
  await ctx.pool.query('update site set revision = revision + 1 where id = $1', [site.id]);
  await ctx.snapshots.catchUp();
  assert.deepEqual(
    keys().map(({ secret }) => secret),
    [site.snapshot().site.salt],
  );
  const before = await decided();
  await Promise.all([ensureSigningKeys(ctx), ensureSigningKeys(ctx)]);
  await ctx.snapshots.catchUp();
  assert.equal(keys().length, 2);
  const now = Date.now();
  assert.equal(signingKeyAt(keys(), now + 80_000_000).id, 1);
  assert.equal(signingKeyAt(keys(), now + 86_400_000), keys()[0]);
  await click(before);
  await click(signedWithNewest(keys(), await decided()));
  assert.equal(await clicks(), 2);
});

test('losing SECRET_KEY costs the ids of before, and neither decisions nor people', async () => {
  const { site, decided, click, keys } = await openSite('lost');
  const key = await site.key(['serve', 'collect']);
  const before = await decided();
  await click(before);
  const dataDir = await mkdtemp(join(tmpdir(), 'attune-lost-'));
  const SECRET_KEY = 'another-master-key-0123456789abcdef';
  const env = { DATA_DIR: dataDir, DATABASE_URL: server.databaseUrl, PORT: '0', SECRET_KEY };
  const { log, messages } = recordingLog();
  const node = await startNode(readConfig(env), log, { api: true, worker: false });
  try {
    assert.ok(messages.some((one) => /SECRET_KEY does not open the signing keys/.test(one)));
    const call = callWith(node.url!, key);
    const user = { cuid: 'ann', cuidType: 'external' };
    const choose = { user, selector: { names: ['home'] } };
    const { status, body } = await call('POST', '/v2/serve/user/choose', choose);
    assert.equal(status, 200);
    const engage = (decisionId: string) =>
      call('POST', '/v2/collect/user/engagement', { engagements: [{ type: 'CLICK', decisionId }] });
    assert.equal((await engage(body.choices[0].decisionId)).status, 204);
    assert.equal((await engage(before)).status, 422);
    const lost = node.ctx.snapshots.site(site.id)!;
    assert.deepEqual(lost.site.salt, site.snapshot().site.salt);
    assert.equal(lost.signingKeys.length, 1);
    assert.notDeepEqual(lost.signingKeys[0]!.secret, keys().at(-1)!.secret);
    // Once only.
    const other = { ...ctx, secrets: openSecrets(node.ctx.config) };
    const count = async () => (await ctx.pool.query('select from signing_key')).rowCount;
    const rows = await count();
    await ensureSigningKeys(other);
    assert.equal(await count(), rows);
  } finally {
    await node.stop();
    await rm(dataDir, { recursive: true });
  }
});

test('an Admin rotates the key in the console; the audit log has it, and no answer its value', async () => {
  const { site, keys } = await openSite('console');
  const admin = await signedIn(server, site.id, { role: 'Admin', codeEditing: false });
  const path = '/sites/console/signing-keys';
  const before = (await admin.ask('GET', path)).body;
  assert.equal(before.keys.length, 1);
  const { status, body } = await admin.ask('POST', path, {});
  assert.equal(status, 201);
  assert.deepEqual(body.keys.slice(1), before.keys);
  assert.deepEqual(Object.keys(body.keys[0]).sort(), ['activeAt', 'id']);
  await eventually(async () => keys().length === 2);
  assert.equal((await admin.ask('POST', path, { dropEarlier: true })).body.keys.length, 1);
  const { entries } = (await admin.ask('GET', '/sites/console/audit?limit=2')).body;
  assert.deepEqual(
    entries.map(({ action, details }: { action: string; details: unknown }) => [action, details]),
    [
      ['site.rotate_signing_key', { dropEarlier: true }],
      ['site.rotate_signing_key', { dropEarlier: false }],
    ],
  );
  const editor = await signedIn(server, site.id, { role: 'Editor', codeEditing: true });
  assert.equal((await editor.ask('POST', path, {})).body.code, 'role_missing');
});
