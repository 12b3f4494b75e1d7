// Knows how cases/conditions.json is read, and holds conditions to it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  type ConditionOptions,
  checkCondition,
  compileCondition,
  explainCondition,
  formatPath,
  parsePath,
} from './index.ts';
import { patternFault } from './pattern/pattern.ts';

const file = new URL('../../../../cases/conditions.json', import.meta.url);
const cases = JSON.parse(readFileSync(file, 'utf8'));

for (const { name, condition, attributes, expected, ...references } of cases.evaluate) {
  test(`evaluate: ${name}`, () => {
    const options = optionsOf(references);
    assert.equal(compileCondition(condition, options).test(attributes), expected);
    assert.equal(explainCondition(condition, options, attributes).pass, expected);
  });
}

for (const { name, condition, faults, ...references } of cases.check) {
  test(`check: ${name}`, () => {
    const found = checkCondition(condition, optionsOf(references));
    const pointers = faults.map(([pointer]: [string, string]) => pointer);
    assert.deepEqual(
      found.map((fault) => fault.pointer),
      pointers,
    );
    found.forEach(({ detail }, at) => {
      assert.ok(detail.includes(faults[at][1]), detail);
    });
  });
}

for (const { path, names } of cases.paths) {
  test(`path ${path} is read and written`, () => {
    assert.deepEqual(parsePath(path), names);
    assert.deepEqual(parsePath(formatPath(names)), names);
  });
}

for (const pattern of cases.patterns.accepted) {
  test(`pattern ${pattern} may be used`, () => {
    assert.equal(patternFault(pattern, ''), undefined);
    assert.equal(patternFault(pattern, 'i'), undefined);
  });
}

for (const [pattern, detail] of cases.patterns.refused) {
  test(`pattern ${pattern} is refused`, () => {
    for (const flags of ['', 'i'] as const) {
      const fault = patternFault(pattern, flags) ?? 'accepted';
      assert.ok(fault.includes(detail), fault);
    }
  });
}

/** JSON has text keys only, audiences are known by number. */
function optionsOf(references: { audiences?: object; savedGroups?: object }): ConditionOptions {
  const audiences = Object.entries(references.audiences ?? {});
  return {
    ...references,
    ...(references.audiences && {
      audiences: new Map(audiences.map(([id, condition]) => [Number(id), condition])),
    }),
  } as ConditionOptions;
}
