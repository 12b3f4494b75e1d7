// Knows how to make up campaigns, what surrounds them, and visitors; and how a decision is
// recomputed by hand from nothing but its explanation.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type CampaignDefinition,
  type CampaignDependencies,
  type CompiledCampaign,
  compileCampaign,
  type DecisionInput,
  type DynamicWeights,
  decide,
  type Explanation,
  explain,
  type HoldoutDefinition,
  type LayerPart,
} from './index.ts';

const DAY = 86_400_000;
const day = fc.integer({ min: 0, max: 4 });
/** Any number from 0 to `max`, evenly, and sometimes as odd as doubles come. */
const upTo = (max: number) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.integer({ min: 0, max: 1_000 }).map((part) => (part / 1_000) * max),
    },
    { weight: 1, arbitrary: fc.double({ min: 0, max, noNaN: true }) },
  );
/** From 0 to 1, often one of the two. */
export const share = fc.oneof(fc.constantFrom(0, 1), upTo(1));
/** Of a variation, often 0. */
export const weight = fc.oneof(fc.integer({ min: 0, max: 3 }), upTo(9));
const targeting = fc.constantFrom<unknown>(
  {},
  { country: 'DE' },
  { country: { $ne: 'DE' } },
  { age: { $gt: 30 } },
  { $audience: 1 },
  { $audience: 9 },
);
const tags = fc.array(
  fc.constantFrom(
    { property: 'color', value: 'red' },
    { property: 'color', value: 'blue' },
    { property: 'brand', value: 'St. Pauli' },
  ),
  { maxLength: 2 },
);
/** What is rare must not hide what comes after it. */
const rarely = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: one });
const some = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.array(one, { minLength: 1, maxLength: 4 }) },
    { weight: 1, arbitrary: fc.constant<T[]>([]) },
  );
const variations = some(fc.record({ weight, tags }));
const experiences = some(
  fc.record(
    {
      targeting,
      allocation: fc.constantFrom('manual', 'dynamic', 'affinity'),
      served: fc.integer({ min: 1, max: 3 }),
      variations,
    },
    { requiredKeys: ['variations'] },
  ),
);
const layer = fc
  .record({ slots: fc.constantFrom(10, 1_000, 10_000), from: share, to: share })
  .map(({ slots, from, to }): LayerPart => {
    const [low, high] = [Math.min(from, to), Math.max(from, to)].map((at) =>
      Math.min(Math.floor(at * slots), slots - 1),
    ) as [number, number];
    return { id: 5, share: (high - low + 1) / slots, seed: 'layer', slots, held: [[low, high]] };
  });
const testUser = fc.record({
  user: fc.constantFrom('1', '2', { type: 'external', value: 'a' }),
  experienceId: fc.constantFrom(1, 2, 9),
  variationId: fc.constantFrom(10, 11, 20, 99),
});

/** Campaigns of up to four experiences of up to four variations, with and without each feature. */
export const campaigns = fc
  .record(
    {
      schedule: fc.record({ start: rarely(day), end: rarely(day) }),
      traffic: fc.oneof(fc.constant(1), share),
      stickiness: fc.constantFrom('user', 'session', 'none'),
      unit: fc.constantFrom('device', 'person', 'account'),
      accountType: fc.constant('company'),
      rollback: fc.boolean(),
      seed: fc.constantFrom('s1', 's2', 'Größe'),
      labels: fc.constantFrom<string[]>(['spring'], ['spring', 'home'], []),
      layer: rarely(layer),
      ignoresHoldouts: fc.boolean(),
      testUsers: rarely(fc.array(testUser, { maxLength: 2 })),
      experiences,
    },
    { requiredKeys: ['schedule', 'traffic', 'stickiness', 'seed', 'experiences'] },
  )
  .map(({ schedule, ...rest }) => ({
    ...rest,
    id: 7,
    name: 'Any',
    selector: 'Any',
    groups: [],
    type: 'custom',
    schedule: Object.fromEntries(
      Object.entries(schedule).flatMap(([key, at]) =>
        at === undefined ? [] : [[key, new Date(at * DAY).toISOString()]],
      ),
    ),
    experiences: rest.experiences.map(({ variations: given, ...experience }, at) => ({
      ...experience,
      id: at + 1,
      name: `Experience ${at + 1}`,
      allocationVersion: 1,
      variations: given.map((one, index) => variationOf(at + 1, index, one)),
    })),
  })) as fc.Arbitrary<CampaignDefinition>;

function variationOf(experience: number, at: number, one: { weight: number }) {
  const payload = at === 0 ? null : { type: 'CUSTOM_JSON', data: at };
  return { ...one, id: experience * 10 + at, name: `Variation ${at}`, payload };
}

const holdouts = fc
  .array(
    fc.record(
      {
        share: upTo(0.5),
        seed: fc.constantFrom('h1', 'h2'),
        labels: fc.constantFrom<string[]>(['spring'], ['home']),
      },
      { requiredKeys: ['share', 'seed'] },
    ),
    { maxLength: 2 },
  )
  .map((some) =>
    some.map((one, at): HoldoutDefinition => ({ ...one, id: at + 1, name: `Holdout ${at}` })),
  );
const computed = fc.dictionary(fc.constantFrom('10', '11', '12', '13'), weight);
const dynamicWeights = fc.option(computed, { nil: undefined }).map((weights) => {
  const known = new Map<number, DynamicWeights>();
  if (weights) known.set(1, { version: 4, computedAt: 3 * DAY, weights });
  return known;
});

/** What of a site campaigns are decided with. */
export const dependencies: fc.Arbitrary<CampaignDependencies> = fc.record({
  audiences: fc.constant(new Map([[1, { age: { $lt: 30 } }]])),
  holdouts,
  dynamicWeights,
});

const id = fc.constantFrom(1, 1, 2, 4);
const variationId = fc.tuple(id, id).map(([experience, at]) => experience * 10 + at);
const ranks = fc.dictionary(
  fc.constantFrom('red', 'blue', 'St. Pauli'),
  fc.record({ rank: fc.integer({ min: 1, max: 3 }) }),
);
const preview = fc.record({ experienceId: id, variationId }, { requiredKeys: [] });
const units = fc.record({
  ...{ device: fc.string(), person: fc.string(), session: fc.uuid(), request: fc.uuid() },
  accounts: fc.constantFrom({ company: 'acme' }, { team: 'a' }, {}),
});
/** Visitors and moments, now and then with a preview. */
export const inputs = fc
  .record({
    live: rarely(fc.constant(false)),
    now: day.map((at) => at * DAY),
    attributes: fc.record(
      {
        country: fc.constantFrom('DE', 'FR'),
        age: fc.constantFrom(20, 40),
        affinity: fc.record({ color: ranks, brand: ranks }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    ),
    units,
    assigned: fc.constantFrom(undefined, 10, 11, 20, 99).map((known) => () => known),
    who: fc.constantFrom(
      undefined,
      { ids: ['1'], names: [] },
      { ids: [], names: [{ type: 'external', value: 'a' }] },
      { ids: ['3'], names: [{ type: 'he', value: 'a' }] },
    ),
    preview: rarely(preview),
  })
  .map(({ live = true, ...input }) => ({ ...input, live })) as fc.Arbitrary<DecisionInput>;

/** Any campaign in any surroundings, and a request of it. */
export const requests = fc.tuple(campaigns, dependencies, inputs);

/** Asserts that deciding does not throw, and that its explanation leads to the same answer. */
export function checkExplained(
  definition: CampaignDefinition,
  options: CampaignDependencies,
  input: DecisionInput,
): void {
  const campaign = compileCampaign(definition, options);
  const decision = decide(campaign, input);
  const explanation: Explanation = JSON.parse(JSON.stringify(explain(campaign, input)));
  const reported = explanation.decision;
  assert.equal(reported.reason, decision.reason);
  assert.equal(reported.experienceId, decision.experience?.id ?? null);
  assert.equal(reported.variationId, decision.variation?.id ?? null);
  assert.equal(reported.propensity, decision.propensity);
  recompute(explanation, campaign, input);
}

/** Reads nothing but the explanation, and hashes in its own, slower way. */
function recompute(
  explanation: Explanation,
  { definition }: CompiledCampaign,
  { units }: DecisionInput,
): void {
  const { experiences: considered, allocation, decision, layer: reported } = explanation;
  const { unit } = explanation.campaign;
  const counted = unit === 'account' ? (units.accounts?.['company'] ?? '') : units[unit];
  const reached = considered.filter(({ outcome }) =>
    ['matched', 'previewed', 'forced'].includes(outcome),
  );
  assert.ok(reached.length <= 1);
  if (reported !== null) {
    const slot = Math.floor((tenThousandths(reported.seed + counted) * reported.slots) / 10_000);
    assert.equal(reported.slot, slot);
    assert.equal(
      reported.held.some(([from, to]) => slot >= from && slot <= to),
      reported.isIn,
    );
    assert.equal(reported.isIn, decision.reason !== 'not_in_layer');
  }
  if (allocation === null) {
    assert.deepEqual(decision.draws, []);
    assert.ok(definition.experiences.length === 0 || decision.variationId === null);
    return;
  }
  assert.equal(reached[0]?.id, allocation.experienceId);
  const bucket = tenThousandths(allocation.seed + allocation.unit.value) / 10_000;
  assert.equal(bucket, allocation.bucket);
  const given = givenBy(explanation, bucket);
  assert.deepEqual(
    decision.draws.map((draw) => draw.variationId),
    given,
  );
  const holding = explanation.holdouts.find((one) => {
    const place = tenThousandths(one.seed + counted) / 10_000;
    assert.equal(one.isHeldOut, place < one.share);
    return one.isHeldOut;
  });
  assert.equal(decision.holdoutId, holding?.id ?? null);
  assert.equal(decision.variationId, holding ? null : (given[0] ?? null));
}

function givenBy({ preview, testUser, allocation }: Explanation, bucket: number): number[] {
  if (allocation === null) return [];
  const named = preview ? preview.variationId : testUser?.variationId;
  if (named !== undefined) return [named];
  const { variations: offered, several, assignment, participation } = allocation;
  const drawn = offered.find(({ range: [from, to] }) => bucket >= from && bucket < to);
  if (assignment?.kept && assignment.variationId !== null) return [assignment.variationId];
  if (several ? bucket >= participation : drawn === undefined) return [];
  const count = several?.count ?? 1;
  const ranked = offered.map((one) => ({ ...one, rank: one.rank ?? Number.POSITIVE_INFINITY }));
  if (ranked.some(({ rank }) => rank < Number.POSITIVE_INFINITY)) {
    const sorted = ranked.sort((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank));
    return sorted.slice(0, count).map((one) => one.id);
  }
  if (several === null) return drawn === undefined ? [] : [drawn.id];
  let to = 0;
  const stretches = offered.map((one) => {
    const from = to;
    to += one.share;
    return { id: one.id, from, to };
  });
  const last = stretches.findLast((one) => one.to > one.from);
  const hit = several.points.map(
    (point) => stretches.find((one) => point >= one.from && point < one.to) ?? last,
  );
  return [...new Set(hit.flatMap((one) => (one === undefined ? [] : [one.id])))];
}

/** FNV-1a twice, as published. */
function tenThousandths(text: string): number {
  return Number(fnv1a(String(fnv1a(text))) % 10_000n);
}

function fnv1a(text: string): bigint {
  let hash = 0x811c9dc5n;
  for (let at = 0; at < text.length; at += 1) {
    hash = ((hash ^ BigInt(text.charCodeAt(at))) * 0x01000193n) & 0xffffffffn;
  }
  return hash;
}
