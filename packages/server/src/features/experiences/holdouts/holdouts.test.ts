// Tests of holdouts through HTTP: what is withheld from which users, and what of it is recorded.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { exposureLines } from '../../events/collect/index.ts';
import { experienceServer, experiencesOf, variation } from '../campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);

/** So many that no seed holds out all of them, or none. */
const ids = Array.from({ length: 24 }, (_, at) => String(at + 100));
const halves = [{ name: 'Halves', variations: [variation('a'), variation('b')] }];

/** A site with a holdout of half its users. */
async function siteWith(name: string, holdout: object = {}) {
  const site = await experiencesOf(server, await server.site(name));
  const made = await site.manage('POST', '/v2/holdouts', { name: 'Half', share: 0.5, ...holdout });
  assert.equal(made.status, 201, made.text);
  return { ...site, holdoutId: made.body.id as number };
}

test('a held-out user gets nothing in any campaign, and counts where they would have got something', async () => {
  const { publish, client, log, holdoutId } = await siteWith('everything');
  const one = await publish({ selector: 'one', experiences: halves });
  await publish({ selector: 'two' });
  await publish({ selector: 'nobody', traffic: 0 });
  await publish({ selector: 'exempt', ignoresHoldouts: true });
  const heldOut = new Set<string>();
  for (const id of ids) {
    const names = ['one', 'two', 'nobody', 'exempt'];
    const { choices } = await client.choose({ user: { id }, selector: { names } });
    const [first, second, , exempt] = choices;
    assert.equal(first?.variations.length, second?.variations.length);
    // The page does what it does for the control group.
    assert.deepEqual([first?.type, second?.type], ['DECISION', 'DECISION']);
    assert.equal(exempt?.variations.length, 1);
    if (first?.variations.length === 0) heldOut.add(id);
  }
  assert.ok(heldOut.size > 0 && heldOut.size < ids.length, String(heldOut.size));
  const exposures = (await log()).filter(({ kind }) => kind === 'exposure');
  assert.equal(exposures.length, ids.length * 3, 'of no user who would have got nothing');
  for (const { userId, event } of exposures.filter(({ event }) => event.campaignId === one)) {
    assert.equal(event.holdoutId, heldOut.has(userId) ? holdoutId : undefined);
    assert.equal(event.propensity, 0.5);
    assert.equal(event.assignment === undefined, heldOut.has(userId), 'nothing to stay with');
    assert.ok(event.variationId > 0);
  }
});

test('a holdout names the live campaigns that serve its users all the same', async () => {
  const { manage, publish, holdoutId } = await siteWith('ignored');
  const labelled = await manage('POST', '/v2/holdouts', {
    ...{ name: 'Spring', share: 0.1, labels: ['spring'] },
  });
  const ignoresHoldouts = true;
  const legal = await publish({ name: 'Legal', selector: 'legal', ignoresHoldouts });
  const paused = await publish({ name: 'Paused', selector: 'paused', ignoresHoldouts });
  await manage('POST', `/v2/campaigns/${paused}/pause`);
  await publish({ name: 'Held', selector: 'held' });
  const labels = ['spring'];
  const bar = await publish({ name: 'Bar', selector: 'bar', labels, ignoresHoldouts });
  const ignoredBy = async (id: number) =>
    (await manage('GET', `/v2/holdouts/${id}`)).body['ignoredBy'];
  assert.deepEqual(await ignoredBy(holdoutId), [
    { id: bar, name: 'Bar' },
    { id: legal, name: 'Legal' },
  ]);
  assert.deepEqual(await ignoredBy(labelled.body.id), [{ id: bar, name: 'Bar' }]);
});

test('a holdout with labels concerns the campaigns that have one of them', async () => {
  const { publish, client } = await siteWith('labelled', { labels: ['spring'] });
  await publish({ selector: 'spring', labels: ['home', 'spring'] });
  await publish({ selector: 'autumn', labels: ['home'] });
  const served = { spring: 0, autumn: 0 };
  for (const id of ids) {
    const names = ['spring', 'autumn'];
    const { choices } = await client.choose({ user: { id }, selector: { names } });
    served.spring += choices[0]?.variations.length ?? 0;
    served.autumn += choices[1]?.variations.length ?? 0;
  }
  assert.equal(served.autumn, ids.length);
  assert.ok(served.spring > 0 && served.spring < ids.length, String(served.spring));
});

test('where impressions count, a held-out user counts once their page came to the place', async () => {
  const { publish, client, log, manage, holdoutId } = await siteWith('shown');
  await publish({ selector: 'slot', experiences: halves });
  const options = { isImplicitImpressionMode: false, explain: true };
  const reasons = new Map<string, string>();
  for (const id of ids) {
    const user = { id };
    const { choices } = await client.choose({ user, options, selector: { names: ['slot'] } });
    const { decisionId, explanation } = choices[0]!;
    const engagements = (['IMP', 'CLICK'] as const).map((type) => ({ type, decisionId }));
    await client.engagement({ user, engagements });
    reasons.set(id, (explanation as { decision: { reason: string } }).decision.reason);
  }
  assert.deepEqual(new Set(reasons.values()), new Set(['holdout', 'allocated']));
  const logged = (await log()).filter(({ kind }) => kind !== 'decision');
  for (const [id, reason] of reasons) {
    const known = logged.filter(({ userId }) => userId === id);
    const kinds = known.map(({ kind }) => kind).sort();
    assert.deepEqual(kinds, reason === 'holdout' ? ['exposure'] : ['click', 'exposure'], reason);
    const { event } = known.find(({ kind }) => kind === 'exposure')!;
    assert.equal(event.holdoutId, reason === 'holdout' ? holdoutId : undefined);
    assert.ok(event.experienceId > 0 && event.variationId > 0);
  }
  assert.equal((await manage('DELETE', `/v2/holdouts/${holdoutId}`)).status, 204);
  for (const id of ids.slice(0, 8)) {
    const { choices } = await client.choose({ user: { id }, selector: { names: ['slot'] } });
    assert.equal(choices[0]?.variations.length, 1);
  }
});

test('a holdout keeps its seed, so that a greater share only adds users', async () => {
  const { manage, holdoutId } = await siteWith('greater', { share: 0.1 });
  const { seed } = (await manage('GET', `/v2/holdouts/${holdoutId}`)).body.holdout;
  const body = { name: 'Half', share: 0.2 };
  const replaced = await manage('PUT', `/v2/holdouts/${holdoutId}`, body);
  assert.deepEqual(replaced.body.holdout, { ...body, seed });
});

test('what is withheld has lines of its own, which the release before holdouts refuses', () => {
  const to = {
    ...{
      device: '1',
      identifiers: [],
      request: 'r',
      time: 0,
      session: 's',
      values: '',
      isInternal: false,
      visitor: { isReturning: false },
      revision: 1,
    },
  };
  const one = {
    ...{ campaignId: 1, experienceId: 2, variationId: 3, propensity: 1, allocationVersion: 1 },
    isKept: false,
  };
  const site = { id: 1, salt: Buffer.alloc(32) };
  const versions = exposureLines(site, to, [one, { ...one, holdoutId: 9 }, one]).map(
    ({ text, events }) => [JSON.parse(text).v, events],
  );
  assert.deepEqual(versions, [
    [2, 2],
    [3, 1],
  ]);
});
