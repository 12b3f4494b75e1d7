// Copies between sites: compared first, then made as drafts, all or nothing, and noted on both.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CopyOutput } from '@attune/contract';
import { testServer } from '../../../../testing.ts';
import {
  beginSession,
  consoleBrowser,
  makeTeammate,
} from '../../../access/teammates/teammates.fixture.ts';
import { experiencesOf, variation } from '../../../experiences/campaigns/campaigns.fixture.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const { ctx, test: staging } = server;
const production = await server.site('production');
const here = await experiencesOf(server, staging);
const there = await experiencesOf(server, production);

const editor = { role: 'Editor', codeEditing: false } as const;
const viewer = { role: 'Viewer', codeEditing: false } as const;

async function teammate(name: string, memberships: Parameters<typeof makeTeammate>[2]) {
  const id = await makeTeammate(ctx, `${name}@shop.example`, memberships);
  const browser = consoleBrowser(server.url);
  await beginSession(ctx, browser, id);
  return browser;
}

const mira = await teammate('mira', { [staging.id]: viewer, [production.id]: editor });

async function copy(
  body: object,
  by = mira,
): Promise<{ status: number; body: CopyOutput & { code: string; detail: string } }> {
  return by.ask('POST', '/sites/test/copies', { to: 'production', ...body });
}

const brief = ({ things }: CopyOutput) =>
  things.map(
    ({ kind, name, action, isChosen }) =>
      `${action} ${kind} ${name}${isChosen ? '' : ', for others'}`,
  );

const idOf = async (call: typeof here.manage, path: string, body: object): Promise<number> => {
  const made = await call('POST', path, body);
  assert.equal(made.status, 201, made.text);
  return made.body.id;
};

const audience = await idOf(here.manage, '/v2/audiences', {
  ...{ name: 'Members', condition: { 'user.attributes.tier': 'gold' } },
});
const metric = await idOf(here.manage, '/v2/metrics', {
  ...{ name: 'Sign-ups', kind: 'conversion', event: { type: 'signup' } },
});
const hero = {
  ...{ name: 'Spring hero', selector: 'hero', metrics: { primary: metric } },
  experiences: [
    { name: 'Gold', targeting: { $audience: audience }, variations: [variation('spring')] },
  ],
};
const campaign = await here.publish(hero);

async function changeHere(part: object): Promise<void> {
  const { body } = await here.manage('GET', `/v2/campaigns/${campaign}`);
  const wanted = { ...body.campaign, ...part };
  const { status, text } = await here.manage('PUT', `/v2/campaigns/${campaign}`, wanted);
  assert.equal(status, 200, text);
}

const campaignsThere = async () => (await there.manage('GET', '/v2/campaigns')).body.items;

test('a comparison says what would be made and what is needed, and makes nothing', async () => {
  const { status, body } = await copy({ campaigns: [campaign] });
  assert.equal(status, 200);
  assert.equal(body.isDone, false);
  assert.deepEqual(brief(body).toSorted(), [
    'create audience Members, for others',
    'create campaign Spring hero',
    'create metric Sign-ups, for others',
  ]);
  assert.ok(body.things.every(({ id }) => id === null));
  const { kind, name, neededBy } = body.needs.find((need) => need.kind === 'attribute')!;
  assert.deepEqual([kind, name, neededBy], ['attribute', 'tier', 'Members']);
  assert.deepEqual(await campaignsThere(), []);
});

test('a copy is a draft with what it refers to, noted on both sites', async () => {
  const { fingerprint } = (await copy({ campaigns: [campaign] })).body;
  const { body } = await copy({ campaigns: [campaign], fingerprint });
  assert.equal(body.isDone, true);
  const [made] = await campaignsThere();
  assert.deepEqual([made.status, made.campaign.name], ['draft', 'Spring hero']);
  assert.equal(body.things.find(({ kind }) => kind === 'campaign')?.id, made.id);
  const audiences = (await there.manage('GET', '/v2/audiences')).body.items;
  assert.deepEqual(made.campaign.experiences[0].targeting, { $audience: audiences[0].id });

  const noted = async (siteId: number, action: string) => {
    const { rows } = await ctx.pool.query(
      `select actor, subject, subject_id, details from audit where site_id = $1 and action = $2`,
      [siteId, action],
    );
    return rows;
  };
  const by = { actor: 'mira@shop.example', subject: 'Spring hero' };
  assert.deepEqual(await noted(staging.id, 'campaign.copy-to'), [
    { ...by, subject_id: String(campaign), details: { site: 'production' } },
  ]);
  assert.deepEqual(await noted(production.id, 'campaign.copy-from'), [
    { ...by, subject_id: String(made.id), details: { site: 'test' } },
  ]);
  const again = (await copy({ campaigns: [campaign] })).body;
  assert.deepEqual(brief(again).sort(), [
    'unchanged campaign Spring hero',
    'use audience Members, for others',
    'use metric Sign-ups, for others',
  ]);
});

test('what is live on the other site stays as it is until somebody publishes', async () => {
  const [before] = await campaignsThere();
  await there.manage('POST', `/v2/campaigns/${before.id}/publish`);
  await changeHere({ traffic: 0.5 });
  const compared = (await copy({ campaigns: [campaign] })).body;
  const [thing] = compared.things;
  assert.deepEqual(
    [thing?.action, thing?.id, thing?.differences.map(({ pointer }) => pointer)],
    ['change', before.id, ['/traffic']],
  );
  await copy({ campaigns: [campaign], fingerprint: compared.fingerprint });
  const after = (await there.manage('GET', `/v2/campaigns/${before.id}`)).body;
  assert.deepEqual([after.status, after.campaign.traffic], ['live', 0.5]);
  const served = production.snapshot().campaignsById.get(before.id)?.published;
  assert.equal(served?.definition.traffic, 1);
});

test('a copy of another state than the one compared is refused, and changes nothing', async () => {
  await changeHere({ traffic: 0.4 });
  const { fingerprint } = (await copy({ campaigns: [campaign] })).body;
  await changeHere({ traffic: 0.3 });
  const { status, body } = await copy({ campaigns: [campaign], fingerprint });
  assert.deepEqual([status, body.code], [409, 'conflict']);
  assert.match(body.detail, /Compare again/);
  assert.equal((await campaignsThere())[0].campaign.traffic, 0.5);
});

test('a chosen audience is changed there; one that is only referred to is said to differ', async () => {
  const condition = { 'user.attributes.tier': 'silver' };
  await here.manage('PUT', `/v2/audiences/${audience}`, { name: 'Members', condition });
  const used = (await copy({ campaigns: [campaign] })).body.things.find(
    ({ kind }) => kind === 'audience',
  );
  assert.deepEqual([used?.action, used?.isDifferent], ['use', true]);
  const { things, fingerprint } = (await copy({ audiences: [audience] })).body;
  assert.deepEqual([things.length, things[0]?.action], [1, 'change']);
  await copy({ audiences: [audience], fingerprint });
  const [copied] = (await there.manage('GET', '/v2/audiences')).body.items;
  assert.deepEqual(copied.audience.condition, condition);
});

test('a strategy says that its feed is missing, a list that its members are', async () => {
  const client = await staging.client(['feed']);
  await client.createFeed({ id: '55', name: 'Shop' });
  const steps = [{ method: { type: 'newest' } }];
  const strategy = await idOf(here.manage, '/v2/strategies', { name: 'New', feed: '55', steps });
  const list = await idOf(here.manage, '/v2/audiences', { name: 'Press', kind: 'list' });
  const { needs } = (await copy({ strategies: [strategy], audiences: [list] })).body;
  assert.deepEqual(needs.map(({ kind, name, neededBy }) => [kind, name, neededBy]).sort(), [
    ['feed', '55', 'New'],
    ['members', 'Press', 'Press'],
  ]);
});

test('a chosen template is copied by those who may edit code there, and refused to others', async () => {
  const schema = { type: 'object', properties: { title: { type: 'string' } } };
  const coder = { role: 'Editor', codeEditing: true } as const;
  const ada = await teammate('ada', { [staging.id]: coder, [production.id]: coder });
  const made = await ada.ask('POST', '/sites/test/templates', { name: 'Notice', schema });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const wanted = { templates: [made.body.id] };
  const refused = await copy(wanted);
  assert.equal(refused.status >= 400, true);
  assert.match(JSON.stringify(refused.body), /permission to edit code/);
  const { fingerprint, things } = (await copy(wanted, ada)).body;
  assert.deepEqual([things[0]?.kind, things[0]?.action], ['template', 'create']);
  assert.equal((await copy({ ...wanted, fingerprint }, ada)).body.isDone, true);
});

test('only an Editor of the other site copies to it, and only from a site of theirs', async () => {
  const onlyHere = await teammate('here', { [staging.id]: editor });
  const looking = await teammate('looking', { [staging.id]: editor, [production.id]: viewer });
  const stranger = await teammate('stranger', { [production.id]: editor });
  const codes = [];
  for (const by of [onlyHere, looking, stranger]) {
    codes.push((await copy({ campaigns: [campaign] }, by)).body.code);
  }
  assert.deepEqual(codes, ['not_found', 'role_missing', 'not_found']);
  assert.equal((await copy({ campaigns: [campaign], to: 'test' })).body.code, 'invalid_request');
  assert.equal((await copy({})).body.code, 'invalid_request');
  assert.equal((await copy({ campaigns: [999_999] })).body.code, 'not_found');
});
