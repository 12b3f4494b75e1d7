// Knows where the published condition cases lie, and holds the operators to every one of them.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { compileCondition, explainCondition, type SavedGroups } from './index.ts';

type PublishedCase = [
  name: string,
  condition: unknown,
  attributes: Record<string, unknown>,
  expected: boolean,
  savedGroups?: SavedGroups,
];

const file = new URL(
  '../../../../../shared/data/conformance/growthbook-cases.json',
  import.meta.url,
);
const isMissing = !existsSync(file) && process.env['CI'] !== 'true';
const skip = isMissing ? 'the published cases are not beside the project' : false;

test('every published condition case gives the published answer', { skip }, async (t) => {
  const { evalCondition } = JSON.parse(readFileSync(file, 'utf8'));
  assert.equal(evalCondition.length, 248);
  for (const [name, condition, attributes, expected, savedGroups] of evalCondition) {
    await t.test(name, () => holds([name, condition, attributes, expected, savedGroups]));
  }
});

function holds([, condition, attributes, expected, savedGroups]: PublishedCase): void {
  const options = savedGroups === undefined ? {} : { savedGroups };
  assert.equal(compileCondition(condition, options).test(attributes), expected);
  assert.equal(explainCondition(condition, options, attributes).pass, expected);
}
