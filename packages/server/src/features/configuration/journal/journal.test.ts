// Tests of the journal: written beside the draft, decided by an author, and found again.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { signedIn } from '../../access/teammates/teammates.fixture.ts';
import { campaignOf, experienceServer } from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer({ api: true, worker: false });
after(server.close);
const { manage, test: site } = server;
const editor = await signedIn(server, site.id, { role: 'Editor', codeEditing: false });

async function campaign(selector: string) {
  const made = await manage('POST', '/v2/campaigns', campaignOf({ selector }));
  return made.body as { id: number; version: number };
}
const entry = (more: object = {}) => ({
  ...{ hypothesis: '', owner: '', conclusion: '', decision: null },
  ...more,
});
const found = async (query: string) => {
  const { body } = await editor.ask('GET', `/sites/test/journal?${query}`);
  return body.items.map(({ selector }: { selector: string }) => selector);
};

test('what is written of a campaign makes no version, and a decision has its author and time', async () => {
  const { id, version } = await campaign('noted');
  const path = `/sites/test/campaigns/${id}`;
  const empty = (await editor.ask('GET', `${path}/journal`)).body;
  assert.deepEqual([empty.hypothesis, empty.decision, empty.changedAt], ['', null, null]);
  const hypothesis = 'Shorter texts sell more.';
  const planned = await editor.ask('PUT', `${path}/journal`, entry({ hypothesis, owner: 'Ann' }));
  assert.deepEqual([planned.status, planned.body.decidedBy], [200, null]);
  const shipped = entry({ hypothesis, owner: 'Ann', conclusion: 'They do.', decision: 'shipped' });
  const { body: decided } = await editor.ask('PUT', `${path}/journal`, shipped);
  assert.equal(decided.decidedBy, editor.email);
  const later = { ...shipped, conclusion: 'They do, by 4 %.' };
  const { body: same } = await manage('PUT', `/v2/campaigns/${id}/journal`, later);
  assert.deepEqual([same.decidedBy, same.decidedAt], [editor.email, decided.decidedAt]);
  const open = await editor.ask('PUT', `${path}/journal`, { ...later, decision: null });
  assert.deepEqual([open.body.decidedBy, open.body.decidedAt], [null, null]);
  assert.equal((await editor.ask('GET', path)).body.version, version);
  const { entries } = (await editor.ask('GET', '/sites/test/audit?action=campaign.decide')).body;
  assert.deepEqual(
    entries.map((one: { details: object }) => one.details),
    [
      { before: { decision: 'shipped' }, after: { decision: null } },
      {
        before: { conclusion: '', decision: null },
        after: { conclusion: 'They do.', decision: 'shipped' },
      },
    ],
  );
});

test('the journal is searched by text, decision, owner and time; what is deleted is gone', async () => {
  const write = async (selector: string, more: object) => {
    const { id } = await campaign(selector);
    const put = await manage('PUT', `/v2/campaigns/${id}/journal`, entry(more));
    assert.equal(put.status, 200, put.text);
    return id;
  };
  await write('red', { hypothesis: 'RED sells', owner: 'Bea', decision: 'reverted' });
  const blue = await write('blue', { conclusion: 'not red', owner: 'Cem' });
  await write('none', { owner: 'Bea', decision: 'inconclusive' });
  const today = new Date(server.ctx.now()).toISOString().slice(0, 10);
  assert.deepEqual(await found('q=red'), ['blue', 'red']);
  assert.deepEqual(await found('owner=bea'), ['none', 'red']);
  assert.deepEqual(await found('owner=bea&decision=reverted'), ['red']);
  assert.deepEqual(await found('decision=open&q=red'), ['blue']);
  assert.deepEqual(await found(`from=${today}&q=sells`), ['red']);
  assert.deepEqual(await found('to=2020-01-01'), []);
  await manage('POST', `/v2/campaigns/${blue}/archive`);
  assert.deepEqual(await found('q=red'), ['blue', 'red'], 'also of the archive');
  await manage('DELETE', `/v2/campaigns/${blue}`);
  assert.deepEqual(await found('q=red'), ['red']);
});
