// Ending a test through HTTP: everyone gets one variation, the report stays, and it can be undone.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { signedIn } from '../../access/teammates/teammates.fixture.ts';
import { bought, forMany, plantingServer } from '../../insights/reports/planted.fixture.ts';
import { callWith, campaignOf, variation } from '../campaigns/campaigns.fixture.ts';

const server = await plantingServer();
after(server.close);
const { manage, publish, folded, daysAgo, tell } = server;

const variations = [variation(null, 1, 'A'), variation('new', 1, 'B')];
const experiences = [{ name: 'All', variations }];
const devices = Array.from({ length: 40 }, (_, at) => ({ id: String(700_000 + at) }));

async function read(id: number) {
  return (await manage('GET', `/v2/campaigns/${id}`)).body;
}
/** The ids of A and B. */
async function idsOf(id: number): Promise<number[]> {
  const [{ variations: both }] = (await read(id)).campaign.experiences;
  return both.map((one: { id: number }) => one.id);
}
const end = (id: number, body: object) => manage('POST', `/v2/campaigns/${id}/end-test`, body);
const journal = async (id: number) => (await manage('GET', `/v2/campaigns/${id}/journal`)).body;

/** What each device is shown; undefined: the site's default. */
async function given(selector: string): Promise<('A' | 'B' | undefined)[]> {
  return forMany(devices, async (user) => {
    const request = { user, selector: { names: [selector] } } as never;
    const [choice] = (await server.client.choose(request)).choices;
    const said = JSON.stringify(choice?.variations ?? []);
    return choice?.decisionId ? (said.includes('"new"') ? 'B' : 'A') : undefined;
  });
}
const isAll = (found: readonly unknown[], wanted: unknown) => found.every((one) => one === wanted);

test('shipping gives everyone the variation, ends the report there, and is decided in the journal', async () => {
  const id = await daysAgo(9, () => publish({ selector: 'hero', experiences, traffic: 0.5 }));
  const early = await daysAgo(8, () => given('hero'));
  const counts = Map.groupBy(early, (one) => one);
  // The draw has a seed of its own each time.
  assert.ok(counts.has('A') && counts.has('B'), JSON.stringify(early));
  for (const [at, was] of early.entries()) if (was) await tell(devices[at]!, 7, bought(10));
  await folded();
  const report = async () => (await manage('GET', `/v2/campaigns/${id}/report`)).body;
  const shownOf = (body: Awaited<ReturnType<typeof report>>) =>
    body.experiences[0].variations.map((one: { exposed: number; total: number }) => [
      one.exposed,
      one.total,
    ]);
  const before = shownOf(await report());
  const unfinished = { ...campaignOf({ selector: 'hero' }), name: 'Unfinished' };
  await manage('PUT', `/v2/campaigns/${id}`, { ...unfinished, experiences });
  const [, b] = await idsOf(id);
  // The draft was written without ids.
  const { body: first } = await manage('GET', `/v2/campaigns/${id}/versions/1`);
  const liveB = first.body.experiences[0].variations[1].id;
  assert.notEqual(liveB, b);
  assert.equal((await end(id, { variations: [b] })).status, 422, 'not of what is live');
  const ended = await end(id, { variations: [liveB], conclusion: 'B sells more.' });
  assert.equal(ended.status, 200, ended.text);
  assert.equal(ended.body.publishedVersion, ended.body.version);
  assert.equal(ended.body.campaign.name, 'Campaign hero', 'the draft was not published');
  assert.ok(isAll(await given('hero'), 'B'), 'exposed people and those outside the traffic too');
  const { conclusion, decision, decidedBy } = await journal(id);
  assert.deepEqual([conclusion, decision], ['B sells more.', 'shipped']);
  assert.match(decidedBy, /^key \d+/);
  await folded();
  const after = await report();
  assert.deepEqual(shownOf(after), before, 'as of the end');
  assert.equal(after.endedAt, after.to);
  assert.match(after.notes[0], /^The test ended at /);

  const { items } = (await manage('GET', `/v2/campaigns/${id}/versions`)).body;
  assert.deepEqual(
    items.map(({ version, action }: { version: number; action: string }) => [version, action]),
    [
      [3, 'end-test'],
      [2, 'replace'],
      [1, 'create'],
    ],
  );
  await manage('POST', `/v2/campaigns/${id}/restore`, { version: 1 });
  await manage('POST', `/v2/campaigns/${id}/publish`);
  assert.deepEqual(await given('hero'), early, 'undone: each has what they had');
  assert.deepEqual(shownOf(await report()), before, 'and the report stays as of the end');
});

test('back to control is for everyone at any step, and stops its steps and guardrails until undone', async () => {
  const rollout = { steps: [{ traffic: 0.5, hours: 1 }] };
  const metrics = { guardrails: [{ metric: 2, minimumUsers: 1 }] };
  const id = await publish({ selector: 'steps', experiences, rollout, metrics });
  const early = await given('steps');
  const back = await end(id, { decision: 'inconclusive', conclusion: 'No difference.' });
  assert.equal(back.status, 200, back.text);
  assert.equal(back.body.rollout, null);
  assert.ok(isAll(await given('steps'), 'A'));
  assert.equal((await journal(id)).decision, 'inconclusive');
  const steered = await manage('POST', `/v2/campaigns/${id}/rollout`, { action: 'advance' });
  assert.equal(steered.status, 409);
  await manage('POST', `/v2/campaigns/${id}/restore`, { version: 1 });
  const undone = await manage('POST', `/v2/campaigns/${id}/publish`);
  assert.deepEqual([undone.body.rollout.step, undone.body.rollout.traffic], [1, 0.5]);
  assert.deepEqual(await given('steps'), early);
});

test('shipping obeys the approval of the site; going back to the control and undoing never need it', async () => {
  const site = await server.site('gated', { settings: { approval: 'none' } });
  const ask = callWith(server.url, await site.key(['manage']));
  const editor = await signedIn(server, site.id, { role: 'Editor', codeEditing: false });
  const draft = { ...campaignOf({ selector: 'home' }), experiences };
  const { body: made } = await ask('POST', '/v2/campaigns', {
    ...draft,
    rollout: { steps: [{ traffic: 0.1, hours: 1 }] },
  });
  const path = `/v2/campaigns/${made.id}`;
  await ask('POST', `${path}/publish`);
  const b = made.campaign.experiences[0].variations[1].id;
  await server.ctx.pool.query(
    `update site set settings = settings || '{"approval":"editor"}' where id = $1`,
    [site.id],
  );
  await ask('PUT', `${path}/journal`, {
    ...{ hypothesis: 'H', owner: 'O', conclusion: '', decision: null },
  });
  const refused = await ask('POST', `${path}/end-test`, { variations: [b], conclusion: 'C' });
  assert.deepEqual([refused.status, refused.body.code], [409, 'approval_missing']);
  const untouched = await ask('GET', path);
  assert.equal(untouched.body.version, 1);
  assert.equal((await ask('GET', `${path}/journal`)).body.conclusion, '');

  const proposal = { variations: [b], conclusion: 'C', askApproval: true };
  const proposed = await ask('POST', `${path}/end-test`, proposal);
  assert.deepEqual([proposed.body.version, proposed.body.publishedVersion], [2, 1]);
  const entry = (await ask('GET', `${path}/journal`)).body;
  assert.deepEqual([entry.conclusion, entry.decision, entry.hypothesis], ['C', null, 'H']);
  const console = path.replace('/v2', '/sites/gated');
  const approval = await editor.ask('POST', `${console}/approval/decision`, {
    ...{ version: 2, decision: 'approve' },
  });
  assert.equal(approval.status, 200, JSON.stringify(approval.body));
  const shipped = await editor.ask('POST', `${console}/end-test`, { variations: [b] });
  assert.deepEqual([shipped.status, shipped.body.publishedVersion], [200, 2]);
  assert.deepEqual(
    [(await ask('GET', `${path}/journal`)).body].map((one) => [one.decision, one.decidedBy]),
    [['shipped', editor.email]],
  );

  const back = await ask('POST', `${path}/end-test`, {});
  assert.deepEqual([back.status, back.body.publishedVersion], [200, 3], back.text);
  await ask('POST', `${path}/restore`, { version: 1 });
  assert.equal((await ask('POST', `${path}/publish`)).status, 200, 'a rollout that was published');
  await ask('PUT', path, { ...draft, experiences: [{ name: 'All', variations: [variations[1]] }] });
  assert.equal((await ask('POST', `${path}/publish`)).status, 409);
});

test('only a test is ended: a draft, a single variation and two of one experience are refused', async () => {
  const draft = await manage('POST', '/v2/campaigns', campaignOf({ selector: 'draft' }));
  assert.equal((await end(draft.body.id, {})).status, 409);
  assert.equal((await end(await publish({ selector: 'one' }), {})).status, 409);
  const id = await publish({ selector: 'two', experiences });
  const both = await end(id, { variations: await idsOf(id) });
  assert.deepEqual([both.status, both.body.errors[0].pointer], [422, '/variations/1']);
  const twice = variations.map((one) => ({ ...one, shipped: true }));
  const refused = await manage('POST', '/v2/campaigns', {
    ...campaignOf({ selector: 'twice' }),
    experiences: [{ name: 'All', variations: twice }],
  });
  assert.equal(refused.body.errors[0].pointer, '/experiences/0/variations/1/shipped');
  await end(id, { variations: [(await idsOf(id))[1]] });
  const { body: restarted } = await manage('POST', `/v2/campaigns/${id}/restart`);
  assert.equal(JSON.stringify(restarted.campaign).includes('shipped'), false);
});
