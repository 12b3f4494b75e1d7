// The unit of a campaign: what it is without being said, what it does not go with, and traffic that
// goes down.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CampaignInput } from '@attune/contract';
import { campaignOf, experienceServer, variation } from './campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { manage, publish, decide, folded } = server;

const halves = [{ name: 'All', variations: ['a', 'b'].map((one) => variation(one)) }];
const write = (campaign: Partial<CampaignInput>) =>
  manage('POST', '/v2/campaigns', campaignOf({ experiences: halves, ...campaign }));
const read = async (id: number) => (await manage('GET', `/v2/campaigns/${id}`)).body.campaign;
async function replace(id: number, part: object) {
  const { unit: _unit, accountType: _type, ...before } = await read(id);
  const answer = await manage('PUT', `/v2/campaigns/${id}`, { ...before, ...part });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}
const publishing = (id: number) => manage('POST', `/v2/campaigns/${id}/publish`);
const pointers = ({ body }: { body: { errors?: { pointer: string }[] } }) =>
  body.errors?.map(({ pointer }) => pointer);

assert.equal(
  (await manage('POST', '/v2/identifier-types', { name: 'company', identifies: 'account' })).status,
  201,
);
assert.equal((await manage('POST', '/v2/identifier-types', { name: 'card' })).status, 201);

test('a new campaign counts by device, and a body without unit keeps what it replaces', async () => {
  const id = await publish({ selector: 'new', experiences: halves });
  assert.equal((await read(id)).unit, 'device');
  const person = await publish({ selector: 'person', unit: 'person', experiences: halves });
  assert.equal((await replace(person, { name: 'Other' })).campaign.unit, 'person');
  const account = { unit: 'account', accountType: 'company' } as const;
  const one = await publish({ selector: 'account', ...account, experiences: halves });
  const { unit, accountType } = (await replace(one, { name: 'Other' })).campaign;
  assert.deepEqual({ unit, accountType }, account);
});

test('a definition of before there was a choice counts by person, and is shown so', async () => {
  const { body } = await write({ selector: 'before', unit: 'person' });
  const { pool } = server.ctx;
  await pool.query(
    `update managed_object set body = replace(body, '"unit":"person",', '') where id = $1`,
    [body.id],
  );
  const { rows } = await pool.query('select body from managed_object where id = $1', [body.id]);
  assert.doesNotMatch(rows[0].body, /"unit"/);
  assert.equal((await read(body.id)).unit, 'person');
  assert.equal((await replace(body.id, {})).campaign.unit, 'person');
});

test('an account needs a type of accounts, and goes neither with sessions nor with affinity', async () => {
  const account = { selector: 'refused', unit: 'account' } as const;
  assert.deepEqual(pointers(await write(account)), ['/accountType']);
  assert.deepEqual(pointers(await write({ ...account, accountType: 'card' })), ['/accountType']);
  assert.deepEqual(
    pointers(await write({ selector: 'refused', unit: 'device', accountType: 'company' })),
    ['/accountType'],
  );
  const variations = ['a', 'b'].map((one) => ({
    ...variation(one),
    tags: [{ property: 'color', value: one }],
  }));
  const both = {
    ...{ ...account, accountType: 'company', stickiness: 'session' as const },
    experiences: [{ name: 'All', allocation: 'affinity' as const, variations }],
  };
  assert.deepEqual(pointers(await write(both)), ['/stickiness', '/experiences/0/allocation']);
});

test('a live campaign draws by another unit once it is restarted, and not before', async () => {
  const id = await publish({ selector: 'changing', experiences: halves });
  await replace(id, { unit: 'person' });
  const refused = await publishing(id);
  assert.deepEqual([refused.status, pointers(refused)], [422, ['/unit']]);
  const { faults } = (await manage('POST', `/v2/campaigns/${id}/check`)).body;
  assert.deepEqual(
    faults.map(({ pointer }: { pointer: string }) => pointer),
    ['/unit'],
  );
  assert.equal((await manage('POST', `/v2/campaigns/${id}/restart`)).status, 200);
  assert.equal((await publishing(id)).status, 200);
});

test('a layer has campaigns of one unit, and a holdout warns of several', async () => {
  const layer = (await manage('POST', '/v2/layers', { name: 'Header' })).body.id;
  const part = { layer: { id: layer, share: 0.25 }, labels: ['held'] };
  await publish({ selector: 'in-layer', experiences: halves, ...part });
  const held = { name: 'Some', share: 0.1, labels: ['held'] };
  assert.equal((await manage('POST', '/v2/holdouts', held)).status, 201);
  const { body } = await write({ selector: 'also', unit: 'person', ...part });
  assert.ok(body.warnings.some(({ detail }: { detail: string }) => /holdout "Some"/.test(detail)));
  const refused = await publishing(body.id);
  assert.deepEqual([refused.status, pointers(refused)], [422, ['/layer']]);
});

test('lowering the traffic keeps everybody who is in, and a rollback takes them out', async () => {
  const id = await publish({ selector: 'lowered', experiences: halves });
  const ids = Array.from({ length: 40 }, (_, at) => String(5_000 + at));
  const given = () =>
    Promise.all(
      ids.map(async (one) => {
        const { variations } = await decide('lowered', { user: { id: one } });
        return variations[0]?.payload.data;
      }),
    );
  const before = await given();
  await folded();
  const warned = async (part: object) => {
    const { warnings } = await replace(id, part);
    assert.equal((await publishing(id)).status, 200);
    await folded();
    return warnings.map(({ pointer }: { pointer: string }) => pointer);
  };
  assert.deepEqual(await warned({ traffic: 0.3 }), ['/traffic']);
  assert.deepEqual(await given(), before);
  assert.deepEqual(await warned({ traffic: 0.3, rollback: true }), ['/rollback']);
  const after = await given();
  const left = after.filter((one) => one !== undefined).length;
  // By chance 30 of 40 are among 30 % once in a thousand million runs.
  assert.ok(left > 0 && left < 30, String(left));
  assert.deepEqual(
    after.filter((one, at) => one !== undefined && one !== before[at]),
    [],
  );
  assert.deepEqual(await warned({ traffic: 1, rollback: true }), []);
  assert.deepEqual(await given(), before);
});
