// Knows how cases/decision.json is read, and holds deciding and explaining to it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  compileCampaign,
  type Decision,
  type DecisionInput,
  type DynamicWeights,
  decide,
  drawsOf,
  explain,
} from './index.ts';

const file = new URL('../../../../cases/decision.json', import.meta.url);
const { campaign, input, cases } = JSON.parse(readFileSync(file, 'utf8'));

for (const { name, expected, audiences, holdouts = [], dynamicWeights, ...changes } of cases) {
  test(`decide: ${name}`, () => {
    const compiled = compileCampaign(
      { ...campaign, ...changes.campaign },
      {
        audiences: byId(audiences),
        holdouts,
        dynamicWeights: byId<DynamicWeights>(dynamicWeights),
      },
    );
    const asked = inputOf({ ...input, ...changes.input });
    const decision = summary(decide(compiled, asked));
    assert.deepEqual(pick(decision, expected), expected);
    const { reason, experienceId, variationId } = explain(compiled, asked).decision;
    const { experience, variation } = decision;
    assert.deepEqual([reason, experienceId, variationId], [decision.reason, experience, variation]);
  });
}

test('a payload comes back as the very value that was given', () => {
  const payload = Object.freeze({ type: 'CUSTOM_JSON', data: '{"b":1,"a":2}' });
  const experience = {
    id: 1,
    name: 'One',
    allocationVersion: 1,
    variations: [{ id: 2, name: 'A', weight: 1, payload }],
  };
  const definition = { ...campaign, traffic: 1, experiences: [experience] };
  assert.equal(decide(compileCampaign(definition), inputOf(input)).variation?.payload, payload);
});

function byId<T>(json: Record<string, T> = {}): Map<number, T> {
  return new Map(Object.entries(json).map(([id, one]) => [Number(id), one]));
}

function inputOf(json: Record<string, unknown>): DecisionInput {
  const assignments = new Map(Object.entries(json['assignments'] as Record<string, number>));
  return {
    ...json,
    now: Date.parse(json['now'] as string),
    assigned: (key: string) => assignments.get(key),
  } as unknown as DecisionInput;
}

/** Ids in place of definitions; propensities as the digits that people write. */
function summary(decision: Decision) {
  return {
    ...decision,
    experience: decision.experience?.id ?? null,
    variation: decision.variation?.id ?? null,
    propensity: rounded(decision.propensity),
    draws: drawsOf(decision).map(({ variation, propensity }) => ({
      variation: variation.id,
      propensity: rounded(propensity),
    })),
  };
}

const rounded = (chance: number) => Math.round(chance * 1e9) / 1e9;

function pick(decision: object, expected: object) {
  return Object.fromEntries(
    Object.entries(decision).filter(([key]) => Object.hasOwn(expected, key)),
  );
}
