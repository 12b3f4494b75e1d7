// Tests of what is not one variation by weight: test users, several, dynamic weights, affinity.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { changeSite } from '../../configuration/sites/index.ts';
import {
  campaignOf,
  experienceServer,
  experiencesOf,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';
import { insertDynamicWeights } from '../../experiences/dynamic-weights/index.ts';

const server = await experienceServer();
after(server.close);
const { client, decide, log, manage, publish } = server;

/** What happened to a user, without the decisions for them. */
const eventsOf = async (id: string) =>
  (await log()).filter(({ userId, kind }) => userId === id && kind !== 'decision');
const reasonOf = (explanation: unknown) =>
  (explanation as { decision: { reason: string } }).decision.reason;

test('a test user is given their variation, by id or by name, and never counts', async () => {
  await publish({
    selector: 'forced',
    traffic: 0,
    testUsers: [
      { id: '501', experience: 'E', variation: 'b' },
      { cuid: 'tester', cuidType: 'external', experience: 'E', variation: 'b' },
    ],
    experiences: [{ name: 'E', variations: [variation('a'), variation('b')] }],
  });
  for (const user of [{ id: '501' }, { id: '502', cuid: 'tester', cuidType: 'external' }]) {
    const { variations, decisionId, explanation } = await decide('forced', {
      user,
      options: { explain: true },
    });
    assert.deepEqual(variations[0]?.payload.data, 'b');
    assert.equal(reasonOf(explanation), 'forced');
    await client.engagement({ user, engagements: [{ type: 'CLICK', decisionId }] });
    assert.deepEqual(await eventsOf(user.id), []);
  }
  assert.equal((await decide('forced', { user: { id: '503' } })).variations.length, 0);
  assert.equal((await decide('forced', { user: { id: '502' } })).variations.length, 0);
});

test('several variations are each an exposure, and a click is of the one that it names', async () => {
  await publish({
    selector: 'several',
    experiences: [
      {
        name: 'E',
        served: 2,
        variations: [variation('a', 2), variation('b', 1), variation('c', 1)],
      },
    ],
  });
  const user = { id: '511' };
  const options = { returnAnalyticsMetadata: true };
  const { variations, decisionId } = await decide('several', { user, options });
  const served = variations.map(({ id }) => id);
  assert.equal(new Set(served).size, 2);
  assert.deepEqual(
    variations.map(({ analyticsMetadata }) => analyticsMetadata?.variationId),
    served,
  );
  const [, second] = served as [number, number];
  const click = { type: 'CLICK' as const, decisionId, variations: [second] };
  await client.engagement({ user, engagements: [click] });
  const known = await eventsOf('511');
  assert.deepEqual(
    known.map(({ kind, event }) => [kind, event.variationId]),
    [...served.map((id) => ['exposure', id]), ['click', second]],
  );
  const share = { a: 1, b: 0.5, c: 0.5 } as Record<string, number>;
  for (const [at, { payload }] of variations.entries()) {
    assert.equal(known[at]?.event.propensity, share[String(payload.data)]);
  }
  const imp = { type: 'IMP' as const, decisionId };
  await client.engagement({ user, engagements: [imp] });
  assert.equal((await eventsOf('511')).length, 5, 'an impression of no certain one is of all');
});

test('where shown counts, each of several has its exposure and its propensity', async () => {
  const user = { id: '512' };
  const options = { isImplicitImpressionMode: false };
  const { variations, decisionId } = await decide('several', { user, options });
  const shown = { type: 'IMP' as const, decisionId };
  await client.engagement({ user, engagements: [shown, shown] });
  const known = (await eventsOf('512')).filter(({ kind }) => kind !== 'decision');
  assert.deepEqual(
    known.map(({ kind, event }) => [kind, event.variationId]).sort(),
    variations.map(({ id }) => ['exposure', id]).sort(),
  );
  assert.deepEqual(known.map(({ event }) => event.propensity).sort(), [0.5, 1]);
});

test('dynamic weights reach the next decision, with their version, and move no one', async () => {
  const site = await server.site('dynamic');
  const own = await experiencesOf(server, site);
  const campaignId = await own.publish({
    selector: 'dynamic',
    stickiness: 'session',
    experiences: [
      { name: 'E', allocation: 'dynamic', variations: [variation('a', 9), variation('b')] },
    ],
  });
  const idle = await own.publish({ selector: 'idle' });
  const user = { id: '521' };
  const before = await own.decide('dynamic', { user });
  const [first] = (await own.log()).filter(({ userId }) => userId === '521');
  assert.deepEqual([first?.event.propensity, first?.event.allocationVersion], [0.5, 1]);
  const records = site.snapshot().campaignsById;
  const [experience] = records.get(campaignId)!.published!.definition.experiences;
  const [a, b] = experience!.variations;
  const weights = { [a!.id]: 0.1, [b!.id]: 0.9 };
  const change = { siteId: site.id, actor: 'worker', action: 'weights.renew', subject: 'test' };
  const version = await changeSite(server.ctx, change, (tx, revision) =>
    insertDynamicWeights(
      tx,
      site.id,
      {
        ...{ campaignId, experienceId: experience!.id, weights },
        ...{ computedAt: server.ctx.now(), allocationVersion: 1 },
      },
      revision,
    ),
  );
  assert.equal(version, 2);
  const after = site.snapshot().campaignsById;
  assert.notEqual(after.get(campaignId)?.published, records.get(campaignId)?.published);
  assert.equal(after.get(idle)?.published, records.get(idle)?.published, 'compiled once');
  const again = await own.decide('dynamic', { user, options: { explain: true } });
  assert.deepEqual(again.variations, before.variations);
  assert.equal(reasonOf(again.explanation), 'assigned');
  const fresh = await own.decide('dynamic', { user: { id: '522' }, options: { explain: true } });
  const { allocation } = fresh.explanation as { allocation: Record<string, unknown> };
  assert.equal((allocation['dynamicWeights'] as { version: number }).version, 2);
  const [exposure] = (await own.log()).filter(({ userId }) => userId === '522');
  const chosen = exposure?.event.variationId === b!.id ? 0.9 : 0.1;
  assert.deepEqual([exposure?.event.propensity, exposure?.event.allocationVersion], [chosen, 2]);
});

test('affinity decides where it is known, unknown users are drawn for', async () => {
  const tag = (value: string) => [{ property: 'color', value }];
  await publish({
    selector: 'taste',
    experiences: [
      {
        name: 'E',
        allocation: 'affinity',
        variations: [
          { ...variation('red'), tags: tag('red') },
          { ...variation('blue'), tags: tag('blue') },
        ],
      },
    ],
  });
  const informed = async (id: string, value: string) => {
    const user = { id };
    const data = [{ attribute: 'color', values: [value] }];
    const properties = { svcType: 'inform-affinity-v1' as const, data };
    await client.events({ user, events: [{ name: 'Says', properties }] });
    await server.folded();
    return decide('taste', { user, options: { explain: true } });
  };
  for (const [id, value] of [
    ['531', 'blue'],
    ['532', 'red'],
  ] as const) {
    const { variations, explanation } = await informed(id, value);
    assert.equal(variations[0]?.payload.data, value);
    assert.equal(reasonOf(explanation), 'affinity');
    const exposure = (await eventsOf(id)).find(({ kind }) => kind === 'exposure');
    assert.deepEqual([exposure?.event.propensity, exposure?.event.assignment], [1, undefined]);
  }
  const stranger = await decide('taste', { user: { id: '533' }, options: { explain: true } });
  assert.equal(reasonOf(stranger.explanation), 'allocated');
});

test('what cannot be decided is refused with its place', async () => {
  const made = await manage('POST', '/v2/campaigns', {
    ...campaignOf({ selector: 'faulty' }),
    testUsers: [
      { id: '0', experience: 'No', variation: 'a' },
      { cuid: 'a', experience: 'Everybody', variation: 'No' },
    ],
    experiences: [
      { name: 'Everybody', served: 3, variations: [variation('a')] },
      { name: 'D', allocation: 'dynamic', served: 2, variations: [variation('a'), variation('b')] },
      { name: 'T', allocation: 'affinity', variations: [variation('a')] },
    ],
  });
  assert.deepEqual(made.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort(), [
    ...['/experiences/0/served', '/experiences/1/served', '/experiences/2/variations'],
    ...['/testUsers/0/experience', '/testUsers/0/id', '/testUsers/1', '/testUsers/1/variation'],
  ]);
});
