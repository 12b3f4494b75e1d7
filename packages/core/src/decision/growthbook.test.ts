// Knows which published experiments, features and sticky buckets have no counterpart in a campaign,
// and holds campaigns to all others.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  type Evaluated,
  evaluate,
  type GrowthBookContext,
  type GrowthBookRule,
  type Passthrough,
  type StickyDocument,
  withoutCounterpart,
} from './growthbook.fixture.ts';

const file = new URL(
  '../../../../../shared/data/conformance/growthbook-cases.json',
  import.meta.url,
);
const isMissing = !existsSync(file) && process.env['CI'] !== 'true';
const skip = isMissing ? 'the published cases are not beside the project' : false;
const published = skip ? {} : JSON.parse(readFileSync(file, 'utf8'));

type Topic = 'run' | 'feature' | 'stickyBucket';

/** By what they are about; docs/decisions/0020 says why campaigns have none of it. */
const notHere: Record<Topic, Readonly<Record<string, readonly string[]>>> = {
  run: {
    'visitors without an id': ['empty id', 'null id', 'missing id', 'missing attributes'],
    'a test of one variation is none': ['single variation'],
    'QA mode': ['Skips experiments in QA mode'],
    'several filters': ['Filtered, included', 'Filtered, excluded'],
    prerequisites: ['Prerequisite condition passes', 'Prerequisite condition fails'],
  },
  feature: {
    'visitors without an id': [
      'force rules - coverage missing hashAttribute',
      'skip experiment on missing hashAttribute',
    ],
    'unknown hash versions': ['force rules - coverage with bad hash version'],
    prerequisites: [
      'Prerequisite flag off, block dependent flag',
      'Prerequisite flag missing, block dependent flag',
      'Prerequisite flag on, evaluate dependent flag',
      'Multiple parallel prerequisite flags on, evaluate dependent flag',
      'Multiple nested prerequisite flags on, evaluate dependent flag',
      'Prerequisite experiment flag in target bucket, evaluate dependent flag',
      'Prerequisite experiment flag in target bucket, evaluate skip dependent flag if not bucketed',
      'Prerequisite cycle detected, break',
      'Multiple references to same prerequisite, do not break',
    ],
    'contextual bandits': [
      'CB rule with empty contexts (explore) buckets on marginal weights with fallback leaf -1',
      'CB rule with no contexts key falls back to marginal weights (fallback leaf -1)',
      'CB rule with empty contexts uses marginal weights (fallback leaf -1)',
      'CB rule with empty contexts is overridden by forced variation like a normal experiment',
    ],
  },
  stickyBucket: {
    'shutting out who was in before': [
      'stops test enrollment when and existing sticky bucket is blocked by version',
      'skips assignment when sticky bucket version < experiment.minBucketVersion',
    ],
  },
};

type Case = readonly [name: string, ...unknown[]];

/** Holds every published case of a topic, but those that are about something else. */
function holdAll(
  topic: Topic,
  count: number,
  aboutOf: (one: Case) => string | undefined,
  hold: (one: Case) => void,
): void {
  const cases = published[topic] as Case[];
  assert.equal(cases.length, count);
  const left: Record<string, string[]> = {};
  for (const one of cases) {
    const about = aboutOf(one);
    if (about === undefined) held(one, hold);
    else left[about] = [...(left[about] ?? []), one[0]];
  }
  assert.deepEqual(left, notHere[topic]);
}

function held(one: Case, hold: (one: Case) => void): void {
  try {
    hold(one);
  } catch (error) {
    throw new Error(one[0], { cause: error });
  }
}

test('published experiments run as campaigns, but for those listed', { skip }, () => {
  const partsOf = ([, context, experiment]: Case) => {
    const rule = experiment as GrowthBookRule;
    return [context as GrowthBookContext, rule, rule.key ?? ''] as const;
  };
  holdAll(
    'run',
    73,
    (one) => withoutCounterpart(...partsOf(one)),
    (one) => {
      const [, , , value, isIn, hashUsed] = one;
      const found = evaluate(...partsOf(one));
      assert.deepEqual([found.value, found.isIn, found.hashUsed], [value, isIn, hashUsed]);
    },
  );
});

test('published features are lists of campaigns, but for those listed', { skip }, () => {
  holdAll(
    'feature',
    55,
    ([, context, key]) => aboutFeature(context as GrowthBookContext, key as string),
    ([, context, key, expected]) => {
      const { value, source, experimentResult } = expected as Record<string, unknown>;
      const { found, ...answer } = featureOf(context as GrowthBookContext, key as string);
      assert.deepEqual(answer, { value, source });
      // Who is held out is given nothing: that is the result.
      if (!experimentResult || found?.heldOut) return;
      holdResult(found, experimentResult as Record<string, unknown>);
    },
  );
});

test('published sticky buckets are assignments, but for those listed', { skip }, () => {
  holdAll(
    'stickyBucket',
    13,
    ([, context, kept, key]) =>
      aboutFeature(context as GrowthBookContext, key as string, kept as StickyDocument[]),
    ([, context, kept, key, expected, after]) => {
      const documents = kept as StickyDocument[];
      const { found } = featureOf(context as GrowthBookContext, key as string, documents);
      const result = expected as Record<string, unknown>;
      assert.ok(found?.isIn);
      assert.equal(found.value, result['value']);
      holdResult(found, result);
      const { attribute, value } = found.unit;
      assert.deepEqual([attribute, value], [result['hashAttribute'], result['hashValue']]);
      if (found.remembered === undefined) return;
      const { key: under, variation } = found.remembered;
      const remembered = (after as Record<string, StickyDocument>)[`${attribute}||${value}`];
      assert.equal(remembered?.assignments[under], variation);
    },
  );
});

function aboutFeature(
  context: GrowthBookContext,
  key: string,
  documents: readonly StickyDocument[] = [],
): string | undefined {
  const rules = context.features?.[key]?.rules ?? [];
  const about = rules.map((rule) => withoutCounterpart(context, rule, key, documents));
  return about.find((one) => one !== undefined);
}

function holdResult(found: Evaluated | undefined, result: Record<string, unknown>): void {
  assert.ok(found);
  assert.equal(found.index, result['variationId']);
  assert.equal(found.isIn, result['inExperiment']);
  assert.equal(found.hashUsed, result['hashUsed']);
  assert.equal(found.isKept, result['stickyBucketUsed']);
  if (result['bucket'] !== undefined) assert.equal(found.bucket, result['bucket']);
}

/** A feature: the first of its rules' campaigns that gives something, else the default. */
function featureOf(
  context: GrowthBookContext,
  key: string,
  documents: readonly StickyDocument[] = [],
): { value: unknown; source: string; found?: Evaluated } {
  const feature = context.features?.[key];
  if (!feature) return { value: null, source: 'unknownFeature' };
  const holdouts: Passthrough[] = [];
  for (const rule of feature.rules ?? []) {
    if (rule.variations === undefined && rule.force === undefined) continue;
    if (rule.meta?.some(({ passthrough }) => passthrough)) {
      holdouts.push({ rule, name: key });
      continue;
    }
    const found = evaluate(context, rule, key, { documents, holdouts });
    if (found.heldOut) return { value: found.heldOut.value, source: 'experiment', found };
    const source = rule.variations ? 'experiment' : 'force';
    if (found.isIn) return { value: found.value, source, found };
  }
  return { value: feature.defaultValue ?? null, source: 'defaultValue' };
}
