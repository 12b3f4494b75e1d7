// Tests of what is checked of a campaign without a server: payload schemas, and warnings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CampaignInput } from '@attune/contract';
import { campaignOf, json } from './campaigns.fixture.ts';
import { validatePayloads } from './payload-schema.ts';
import { scheduleWarnings } from './schedule.ts';
import type { StoredCampaign } from './stored.ts';
import { warningsOf } from './warnings.ts';

type Schema = NonNullable<CampaignInput['payloadSchema']>;

function faults(payloadSchema: Schema, ...data: unknown[]) {
  const variations = data.map((one, at) => ({ name: String(at), weight: 1, payload: json(one) }));
  const control = { name: 'Control', weight: 1, payload: null };
  const experiences = [{ name: 'E', variations: [...variations, control] }];
  const found = validatePayloads(campaignOf({ payloadSchema, experiences }));
  return found.map(({ pointer }) => pointer.replace('/experiences/0/variations/', ''));
}

test('payloads are checked by the schema, each error where it stands; the control is not', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    required: ['title'],
    additionalProperties: false,
    properties: {
      title: { type: 'string', pattern: '^[A-Z]', maxLength: 5 },
      link: { $ref: '#/$defs/link' },
      sizes: { type: 'array', prefixItems: [{ const: 1 }], items: { enum: ['s', 'm'] } },
    },
    $defs: { link: { type: 'object', required: ['a/b'], properties: {} } },
  };
  assert.deepEqual(faults(schema, { title: 'Sale', link: { 'a/b': 1 }, sizes: [1, 's'] }), []);
  const wrong = { title: 'sale for all', link: {}, sizes: [2, 'x'], more: true };
  assert.deepEqual(faults(schema, {}, wrong).sort(), [
    ...['0/payload/data/title', '1/payload/data/link/a~1b', '1/payload/data/more'],
    ...['1/payload/data/sizes/0', '1/payload/data/sizes/1', '1/payload/data/title'],
    '1/payload/data/title',
  ]);
  assert.deepEqual(faults({ properties: { toString: { type: 'string' } } }, {}), []);
});

test('a schema that is none, or cannot be checked in bounded time, is refused', () => {
  const chain = (length: number) =>
    Object.fromEntries(
      Array.from({ length }, (_, at) => {
        const next = at + 1 < length ? { $ref: `#/$defs/d${at + 1}` } : { type: 'string' };
        return [`d${at}`, { anyOf: [next, next] }];
      }),
    );
  const at = '/payloadSchema';
  const refused: [Schema, string][] = [
    [{ type: 'text' }, `${at}/type`],
    [{ properties: { a: { minLength: -1 } } }, `${at}/properties/a/minLength`],
    [{ $schema: 'http://json-schema.org/draft-07/schema#' }, `${at}/$schema`],
    [{ $ref: 'https://elsewhere.example/schema' }, at],
    [{ $ref: '#/$defs/none' }, at],
    [{ $ref: '#/$defs/a', $defs: { a: { items: { $ref: '#/$defs/a' } } } }, at],
    [{ $ref: '#' }, at],
    [{ $ref: '#/$defs/d0', $defs: chain(40) }, at],
    [{ $id: 'https://shop.example/x' }, `${at}/$id`],
    [{ items: { $dynamicRef: '#a' } }, `${at}/items/$dynamicRef`],
    [{ pattern: '(?=a)b' }, `${at}/pattern`],
    [{ patternProperties: { '(': true } }, `${at}/patternProperties`],
    [{ description: 'x'.repeat(70_000) }, at],
  ];
  for (const [schema, pointer] of refused) {
    const found = faults(schema, 'a');
    assert.ok(found.includes(pointer), `${JSON.stringify(schema).slice(0, 80)}: ${found}`);
  }
  assert.deepEqual(faults({ $ref: '#/$defs/d0', $defs: chain(8) }, 'a'), []);
});

test('no payload and no pattern of a teammate’s takes long', () => {
  const began = performance.now();
  const many = Array.from({ length: 20_000 }, (_, at) => ({ at }));
  assert.deepEqual(faults({ uniqueItems: true }, many), ['0/payload/data']);
  const texts = Array.from({ length: 5_000 }, (_, at) => `${'a'.repeat(990)}${at}!`);
  assert.equal(
    faults({ items: { pattern: '^(a+)+$' } }, texts)
      .at(0)
      ?.slice(0, 14),
    '0/payload/data',
  );
  const wide = { items: { anyOf: Array.from({ length: 1_000 }, (_, at) => ({ const: at })) } };
  assert.deepEqual(faults(wide, many), ['0/payload/data']);
  assert.ok(performance.now() - began < 5_000);
});

const stored = (campaign: Partial<CampaignInput>, more: Partial<StoredCampaign> = {}) =>
  ({ id: 1, seed: 's', traffic: 1, ...campaignOf(campaign), ...more }) as StoredCampaign;
const situation = {
  now: Date.UTC(2026, 10, 1),
  audiences: new Map(),
  fields: ['channel', 'affinity.*.*.rank'].map((path) => ({ path, type: 'any' as const })),
  properties: new Set(['color']),
  publications: [],
};
const warned = (...of: Parameters<typeof stored>) =>
  warningsOf(stored(...of), situation).map(({ pointer }) => pointer);

test('weights are doubted where they look like percents or shares and do not add up', () => {
  const doubted = (...weights: number[]) => {
    const variations = weights.map((weight, at) => ({
      ...{ name: String(at), weight, payload: json(at) },
    }));
    return warned({ experiences: [{ name: 'E', variations }] }).length === 1;
  };
  for (const sum of [
    [50, 49],
    [90, 20, 5],
    [0.5, 0.4],
  ])
    assert.ok(doubted(...sum), String(sum));
  for (const sum of [[50, 50], [33.3, 33.3, 33.4], [1, 1], [1, 2, 3], [0.2, 0.8], [99], [300, 1]]) {
    assert.ok(!doubted(...sum), String(sum));
  }
});

test('what no user can be served is reported', () => {
  const all = { name: 'All', variations: [{ name: 'A', weight: 1, payload: json(1) }] };
  const some = { ...all, name: 'Some', targeting: { channel: 'WEB' } };
  assert.deepEqual(warned({ experiences: [some, all] }), []);
  assert.deepEqual(warned({ experiences: [{ ...all, targeting: {} }, some, all] }), [
    ...['/experiences/1', '/experiences/2'],
  ]);
  assert.deepEqual(warned({ traffic: 0 }), ['/traffic']);
  const mistyped = { ...all, targeting: { chanel: 'WEB' } };
  assert.deepEqual(warned({ experiences: [mistyped] }), ['/experiences/0/targeting/chanel']);
  const end = '2026-11-01T01:00:00+01:00';
  assert.equal(scheduleWarnings({ end }, situation.now).length, 1);
  assert.equal(scheduleWarnings({ end }, situation.now - 1).length, 0);
});

test('an affinity that no feed of the site has is reported, once, wherever it is asked for', () => {
  const asked = (targeting: Record<string, unknown>) => {
    const variations = [{ name: 'A', weight: 1, payload: json(1) }];
    return warned({ experiences: [{ targeting, variations }] });
  };
  assert.deepEqual(asked({ 'affinity.color.red.rank': { $lte: 3 } }), []);
  const twice = [{ 'affinity.size.M.rank': 1 }, { 'affinity.size.L.rank': 1 }];
  assert.deepEqual(asked({ $or: twice }), ['/experiences/0/targeting']);
});

test('differences from what is published are reported: another selector, another seed, a rival', () => {
  const publication = (campaignId: number, of: StoredCampaign) => ({
    ...{ campaignId, status: 'live' as const, version: 1, body: JSON.stringify(of) },
  });
  const publications = [
    publication(1, stored({ selector: 'old' }, { seed: 'before' })),
    publication(2, stored({ selector: 'new' }, { id: 2 })),
  ];
  const found = warningsOf(stored({ selector: 'new' }), { ...situation, publications });
  assert.deepEqual(
    found.map(({ pointer }) => pointer),
    ['/selector', '/selector', '/seed'],
  );
});
