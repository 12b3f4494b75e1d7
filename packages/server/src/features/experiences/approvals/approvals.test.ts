// Tests of approvals: no way to publish passes beside them, and who may give one.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CampaignFileInput } from '@attune/contract';
import { signedIn } from '../../access/teammates/teammates.fixture.ts';
import { importExperiences } from '../../operations/experience-files/index.ts';
import {
  callWith,
  campaignOf,
  experienceServer,
  variation,
} from '../campaigns/campaigns.fixture.ts';

const server = await experienceServer({ api: true, worker: false });
after(server.close);
const { ctx, url } = server;

/** A site with some teammates, a key that manages, and a draft that needs an approval. */
async function shopOf(name: string, approval: 'none' | 'editor' | 'admin', admins = 2) {
  const site = await server.site(name, { settings: { approval } });
  const manage = callWith(url, await site.key(['manage']));
  const join = async (who: string, role: 'Admin' | 'Editor' | 'Viewer') => {
    const membership = { role, codeEditing: false };
    const one = await signedIn(server, site.id, membership, `${who}@${name}.example`);
    const ask = (method: string, path: string, body?: unknown) =>
      one.ask(method, `/sites/${name}${path}`, body);
    return { ...one, ask };
  };
  const ann = await join('ann', 'Admin');
  const others = admins > 1 ? { bob: await join('bob', 'Admin') } : {};
  const made = await manage('POST', '/v2/campaigns', campaignOf({ selector: 'home' }));
  assert.equal(made.status, 201, made.text);
  const { id } = made.body;
  const edit = (text: string) => {
    const experiences = [{ name: 'Everybody', variations: [variation(text)] }];
    return manage('PUT', `/v2/campaigns/${id}`, campaignOf({ selector: 'home', experiences }));
  };
  const status = async () => (await manage('GET', `/v2/campaigns/${id}`)).body.status;
  const path = `/campaigns/${id}`;
  return { site, manage, join, ann, bob: others.bob ?? ann, id, path, edit, status };
}

const approve = (version: number, comment?: string) => ({
  ...{ version, decision: 'approve' },
  ...(comment && { comment }),
});

test('without an approval no way publishes: console, key, file, command line; with one each does', async () => {
  const shop = await shopOf('ways', 'editor');
  const { manage, ann, bob, site, path, id } = shop;
  const file: CampaignFileInput = {
    ...{ name: 'Campaign home', selector: 'home', type: 'custom', status: 'live' },
    experiences: [{ name: 'Everybody', variations: [variation('hello')] }],
  };
  const who = { siteId: site.id, actor: 'command line' };
  const ways = {
    console: async () => (await ann.ask('POST', `${path}/publish`)).body,
    key: async () => (await manage('POST', `/v2${path}/publish`)).body,
    file: async () => (await manage('POST', '/v2/experiences/import', { campaigns: [file] })).body,
    'file on the console': async () =>
      (await ann.ask('POST', '/experiences/import', { campaigns: [file] })).body,
    'paused by a file': async () =>
      (
        await manage('POST', '/v2/experiences/import', {
          campaigns: [{ ...file, status: 'paused' }],
        })
      ).body,
    'command line': () =>
      importExperiences(ctx, who, { campaigns: [file] }).catch((error: Error) => error),
  };
  for (const [name, publish] of Object.entries(ways)) {
    const answer = JSON.stringify(await publish(), ['code', 'detail', 'errors', 'message']);
    assert.match(answer, /approval_missing|is not approved/, name);
    assert.equal(await shop.status(), 'draft', name);
  }
  for (const [name, publish] of Object.entries(ways)) {
    const { body } = await shop.edit(`For ${name}`);
    const draft = { ...(await manage('GET', '/v2/experiences/export')).body.campaigns[0] };
    Object.assign(file, { ...draft, status: 'live' });
    assert.equal((await ann.ask('POST', `${path}/approval`, {})).status, 200);
    const given = await bob.ask('POST', `${path}/approval/decision`, approve(body.version));
    assert.equal(given.status, 200, JSON.stringify(given.body));
    assert.equal(given.body.isNeeded, false);
    await publish();
    const now = await manage('GET', `/v2/campaigns/${id}`);
    assert.equal(now.body.publishedVersion, body.version, name);
  }
});

test('a copy to another site arrives as a draft, whatever is approved where it comes from', async () => {
  const shop = await shopOf('copied-from', 'none');
  const target = await shopOf('copied-to', 'admin');
  assert.equal((await shop.manage('POST', `/v2${shop.path}/publish`)).status, 200);
  const { ctx: context } = server;
  await context.pool.query(
    `insert into membership (site_id, teammate_id, role, code_editing, created_at)
     select $1, teammate_id, role, code_editing, created_at from membership where site_id = $2`,
    [target.site.id, shop.site.id],
  );
  const wanted = { to: 'copied-to', campaigns: [shop.id] };
  const { body: planned } = await shop.ann.ask('POST', '/copies', wanted);
  const { fingerprint } = planned;
  const done = await shop.ann.ask('POST', '/copies', { ...wanted, fingerprint });
  assert.equal(done.status, 200, JSON.stringify(done.body));
  assert.equal(await target.status(), 'draft');
  assert.equal((await target.manage('POST', `/v2${target.path}/publish`)).status, 409);
});

test('an approval is of one version: an edit, a restart or a restored version voids it', async () => {
  const { manage, ann, bob, path, edit } = await shopOf('voided', 'editor');
  const approveNow = async () => {
    await ann.ask('POST', `${path}/approval`, { note: 'Please look.' });
    const { version } = (await manage('GET', `/v2${path}`)).body;
    const { status } = await bob.ask('POST', `${path}/approval/decision`, approve(version));
    assert.equal(status, 200);
  };
  const changes = [
    () => edit('other'),
    () => manage('POST', `/v2${path}/restart`),
    () => manage('POST', `/v2${path}/restore`, { version: 2 }),
  ];
  for (const change of changes) {
    await approveNow();
    assert.equal((await change()).status, 200);
    const { body } = await ann.ask('GET', `${path}/approval`);
    assert.deepEqual([body.isNeeded, body.request.status], [true, 'outdated']);
    const refused = await manage('POST', `/v2${path}/publish`);
    assert.deepEqual([refused.status, refused.body.code], [409, 'approval_missing']);
    assert.match(refused.body.detail, /was changed after version/);
  }
  await approveNow();
  assert.equal((await manage('POST', `/v2${path}/publish`)).status, 200);
});

test('neither the author nor the one who asked approves, unless nobody else of the site may', async () => {
  const { ann, bob, path, id } = await shopOf('own', 'editor');
  const { body: now } = await ann.ask('GET', path);
  const mine = await ann.ask('PUT', path, { ...now.campaign, seed: undefined, name: 'Mine' });
  const { version } = mine.body;
  await ann.ask('POST', `${path}/approval`, {});
  const decide = (who: typeof ann) =>
    who.ask('POST', `${path}/approval/decision`, approve(version));
  const own = await decide(ann);
  assert.deepEqual([own.status, own.body.code], [409, 'conflict']);
  assert.match(own.body.detail, /another teammate/);
  assert.equal((await ann.ask('GET', '/approvals')).body.items[0].mayDecide, false);
  const [waiting] = (await bob.ask('GET', '/approvals')).body.items;
  assert.deepEqual([waiting.campaignId, waiting.name, waiting.mayDecide], [id, 'Mine', true]);
  assert.equal((await decide(bob)).status, 200);
  assert.equal((await decide(bob)).status, 409, 'twice');

  const alone = await shopOf('alone', 'admin', 1);
  const editor = await alone.join('eve', 'Editor');
  await alone.ann.ask('POST', `${alone.path}/approval`, {});
  const refused = await editor.ask('POST', `${alone.path}/approval/decision`, approve(1));
  assert.deepEqual([refused.status, refused.body.code], [403, 'role_missing']);
  const given = await alone.ann.ask('POST', `${alone.path}/approval/decision`, approve(1));
  assert.equal(given.status, 200, 'the only Admin');
});

test('a request is told to the channels; what was sent back says why, and is not published', async () => {
  const { manage, ann, bob, path } = await shopOf('back', 'admin');
  const hook = { name: 'Team', type: 'webhook', url: 'https://hooks.shop.example/attune' };
  const channel = await manage('POST', '/v2/channels', {
    ...{ ...hook, events: ['campaign.approval_asked'] },
  });
  await manage('POST', `/v2${path}/approval`, { note: 'By a program.' });
  const told = await manage('GET', `/v2/channels/${channel.body.channel.id}/deliveries`);
  assert.deepEqual(
    told.body.items.map((one: { event: string }) => one.event),
    ['campaign.approval_asked'],
  );
  const sent = { version: 1, decision: 'send-back', comment: 'The text is wrong.' };
  const { body } = await ann.ask('POST', `${path}/approval/decision`, sent);
  const { status, note, comment, decidedBy } = body.request;
  assert.deepEqual(
    [status, note, comment, decidedBy],
    ['sent-back', 'By a program.', 'The text is wrong.', ann.email],
  );
  assert.equal((await bob.ask('POST', `${path}/approval/decision`, approve(1))).status, 409);
  const refused = await bob.ask('POST', `${path}/publish`);
  assert.match(refused.body.detail, /sent back/);
  await bob.ask('POST', `${path}/approval`, {});
  assert.equal((await ann.ask('DELETE', `${path}/approval`)).body.request.status, 'withdrawn');
  assert.equal((await ann.ask('DELETE', `${path}/approval`)).status, 409);
  assert.deepEqual((await bob.ask('GET', '/approvals')).body.items, []);
});

test('pausing and the way back to what was live need no approval', async () => {
  const { manage, ann, path, edit, site } = await shopOf('way-back', 'none');
  assert.equal((await manage('POST', `/v2${path}/publish`)).status, 200);
  await edit('worse');
  assert.equal((await manage('POST', `/v2${path}/publish`)).status, 200);
  await ann.ask('PUT', '/settings', { approval: 'admin' });
  assert.equal(site.snapshot().site.settings.approval, 'admin');
  assert.equal((await manage('POST', `/v2${path}/pause`)).status, 200);
  await manage('POST', `/v2${path}/restore`, { version: 1 });
  const back = await manage('POST', `/v2${path}/publish`);
  assert.deepEqual([back.status, back.body.status], [200, 'live']);
  await edit('new');
  assert.equal((await manage('POST', `/v2${path}/publish`)).status, 409);
});

test('a file can ask for the approval that its campaigns need, once for each version', async () => {
  const { manage, bob, path } = await shopOf('asking', 'editor');
  const { campaigns } = (await manage('GET', '/v2/experiences/export')).body;
  const files = { campaigns: [{ ...campaigns[0], status: 'live' }] };
  const apply = () => manage('POST', '/v2/experiences/import?askApproval=true', files);
  const { body: first } = await apply();
  assert.deepEqual(
    first.changes.map((one: { name: string; asksApproval?: true }) => [one.name, one.asksApproval]),
    [['home', true]],
  );
  assert.deepEqual((await apply()).body.changes, []);
  await bob.ask('POST', `${path}/approval/decision`, approve(1));
  const { body: last } = await apply();
  assert.deepEqual(last.changes[0].status, { before: 'draft', after: 'live' });
});

test('an Admin publishes without approval for a reason, which the audit log has; others cannot', async () => {
  const { ann, join, path, status } = await shopOf('glass', 'editor');
  const editor = await join('eve', 'Editor');
  const reason = 'The old banner shows a wrong price.';
  const send = (who: typeof ann, body: unknown) =>
    who.ask('POST', `${path}/publish-without-approval`, body);
  assert.equal((await send(editor, { reason })).status, 403);
  assert.equal((await send(ann, { reason: 'now' })).status, 422);
  assert.equal((await send(ann, { reason })).status, 200);
  assert.equal(await status(), 'live');
  const { entries } = (await ann.ask('GET', '/audit?kinds=campaign')).body;
  const [{ action, actor, details }] = entries;
  assert.deepEqual(
    [action, actor, details.withoutApproval],
    ['campaign.publish', ann.email, reason],
  );
});

test('comments are edited and deleted by their authors alone, and go with the campaign', async () => {
  const { manage, ann, join, path, id, site } = await shopOf('said', 'none');
  const viewer = await join('vic', 'Viewer');
  const made = await viewer.ask('POST', `${path}/comments`, { text: 'Why 50 %?' });
  assert.deepEqual([made.status, made.body.by, made.body.isOwn], [201, viewer.email, true]);
  await manage('POST', `/v2${path}/comments`, { text: 'Deployed.' });
  const { body } = await ann.ask('GET', `${path}/comments`);
  assert.deepEqual(
    body.items.map((one: { text: string; isOwn: boolean }) => [one.text, one.isOwn]),
    [
      ['Why 50 %?', false],
      ['Deployed.', false],
    ],
  );
  const one = `${path}/comments/${made.body.id}`;
  assert.equal((await ann.ask('PUT', one, { text: 'Changed' })).status, 409);
  assert.equal((await ann.ask('DELETE', one)).status, 409);
  const edited = await viewer.ask('PUT', one, { text: 'Why 40 %?' });
  assert.deepEqual([edited.body.text, edited.body.editedAt !== null], ['Why 40 %?', true]);
  const gone = { text: 'Off topic.' };
  const other = await viewer.ask('POST', `${path}/comments`, gone);
  assert.equal((await viewer.ask('DELETE', `${path}/comments/${other.body.id}`)).status, 204);
  const { entries } = (await ann.ask('GET', '/audit?kinds=campaign&action=campaign.delete-c')).body;
  assert.deepEqual([entries.length, entries[0].isGone], [1, false]);
  assert.doesNotMatch(JSON.stringify(entries), /Off topic/);
  await manage('DELETE', `/v2${path}`);
  const { rows } = await ctx.pool.query(
    'select from campaign_comment where site_id = $1 and campaign_id = $2',
    [site.id, id],
  );
  assert.equal(rows.length, 0);
});

test('a step of a rollout serves what was approved, whatever the draft says by then', async () => {
  const { manage, path } = await shopOf('steps', 'none');
  const experiences = [
    { name: 'Everybody', variations: [variation('approved'), variation('other')] },
  ];
  const rollout = { steps: [{ traffic: 0.1, hours: 1 }] };
  const draft = { ...campaignOf({ selector: 'home' }), experiences, rollout };
  await manage('PUT', `/v2${path}`, draft);
  await manage('POST', `/v2${path}/publish`);
  await ctx.pool.query(
    `update site set settings = settings || '{"approval":"editor"}' where name = 'steps'`,
  );
  const unseen = [{ name: 'Everybody', variations: [variation('unseen'), variation('other')] }];
  await manage('PUT', `/v2${path}`, { ...draft, experiences: unseen, rollout: undefined });
  for (const action of ['hold', 'resume', 'advance', 'return', 'return', 'resume']) {
    const { body } = await manage('POST', `/v2${path}/rollout`, { action });
    assert.deepEqual([body.publishedVersion, body.version], [2, 3], action);
    const { rows } = await ctx.pool.query('select body from publication where campaign_id = $1', [
      path.split('/').at(-1),
    ]);
    assert.match(rows[0].body, /approved/);
    assert.doesNotMatch(rows[0].body, /unseen/);
  }
  assert.equal((await manage('POST', `/v2${path}/publish`)).status, 409);
});
