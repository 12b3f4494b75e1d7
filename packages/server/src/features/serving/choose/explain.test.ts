// Tests of explanations: all that a developer needs to recompute a decision by hand.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { experienceServer, variation } from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { client, log, publish } = server;

/** FNV-1a of 32 bits, as anybody would write it. */
function fnv1a(text: string): number {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619) >>> 0;
  return hash;
}

const campaignId = await publish({
  selector: 'explained',
  traffic: 0.8,
  experiences: [
    {
      name: 'App',
      targeting: { $or: [{ channel: 'APP' }, { 'page.type': 'CART' }] },
      variations: [variation('app')],
    },
    {
      name: 'Everybody',
      variations: [variation('A', 3), variation('B', 1), variation(null, 1, 'control')],
    },
    { name: 'Never', variations: [variation('never')] },
  ],
});

// biome-ignore lint/suspicious/noExplicitAny: an explanation is for people; tests read into it.
async function explained(id: string, sessionId = 's'): Promise<any> {
  const { choices } = await client.choose({
    user: { id },
    sessionId,
    context: { channel: 'WEB' },
    selector: { names: ['explained'] },
    options: { explain: true },
  });
  return { served: choices[0]?.variations[0], ...(choices[0]?.explanation as object) };
}

test('bucket, ranges and decision can be recomputed from what is explained', async () => {
  const reasons = new Set<string>();
  for (let user = 1000; user < 1015 || reasons.size < 3; user += 1) {
    const { allocation, decision, campaign, served } = await explained(String(user));
    const { seed, unit, bucket, variations } = allocation;
    assert.deepEqual(unit, { kind: 'device', value: String(user) });
    assert.equal(bucket, (fnv1a(String(fnv1a(seed + unit.value))) % 10_000) / 10_000);
    const weight = variations.reduce((sum: number, one: { weight: number }) => sum + one.weight, 0);
    let from = 0;
    let mine: { id: number; share: number } | undefined;
    for (const one of variations) {
      assert.equal(one.share, one.weight / weight);
      assert.deepEqual(one.range, [from, from + campaign.traffic * one.share]);
      if (bucket >= one.range[0] && bucket < one.range[1]) mine = one;
      from += one.share;
    }
    assert.equal(decision.variationId, mine?.id ?? null);
    assert.equal(decision.propensity, mine ? 0.8 * mine.share : 1 - 0.8);
    assert.equal(served?.id, decision.isControl ? undefined : mine?.id);
    reasons.add(decision.isControl ? 'control' : decision.reason);
  }
  assert.deepEqual([...reasons].sort(), ['allocated', 'control', 'not_in_traffic']);
});

test('every experience is explained: which condition failed on which value, which came first', async () => {
  const { campaign, experiences } = await explained('1');
  assert.equal(campaign.id, campaignId);
  assert.deepEqual(
    experiences.map(({ name, outcome }: { name: string; outcome: string }) => [name, outcome]),
    [
      ['App', 'not_matched'],
      ['Everybody', 'matched'],
      ['Never', 'not_reached'],
    ],
  );
  const text = JSON.stringify(experiences[0].targeting);
  assert.match(text, /"path":"channel","expected":"APP","actual":"WEB"/);
  assert.match(text, /"path":"page\.type","expected":"CART"/);
});

test('an assignment that was kept says so', async () => {
  for (let user = 2000; ; user += 1) {
    const first = await explained(String(user));
    if (!first.served) continue;
    assert.deepEqual(
      [first.decision.reason, first.allocation.assignment.kept],
      ['allocated', false],
    );
    await log();
    const { decision, allocation } = await explained(String(user));
    assert.equal(decision.reason, 'assigned');
    assert.deepEqual(allocation.assignment, {
      key: allocation.assignment.key,
      variationId: first.served.id,
      kept: true,
    });
    return;
  }
});
