// Knows how cases/recommendation.json is read: models that were worked out by hand.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Interaction } from '../definition.ts';
import { type InteractionRow, makeBlock } from '../interactions/index.ts';
import type { LearningMethod } from '../method-table.ts';
import { buildModel } from './build.ts';
import { plainModel, type Scores } from './dense.fixture.ts';

interface Case {
  readonly name: string;
  readonly kind: Interaction;
  readonly events: readonly (readonly [user: number, group: string, sku: string, age: number])[];
  readonly method: LearningMethod;
  readonly ranking?: Scores;
  readonly neighbours?: Readonly<Record<string, Scores>>;
}

const file = new URL('../../../../../cases/recommendation.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: readonly Case[] };
const today = 20_000;

for (const { name, kind, events, method, ranking, neighbours } of cases) {
  test(name, () => {
    const days = Map.groupBy(events, ([, , , age]) => today - age);
    const blocks = [...days].map(([day, ofDay]) => {
      const time = day * 86_400_000;
      const row = ([user, group, sku]: Case['events'][number]): InteractionRow => ({
        user: BigInt(user),
        group,
        sku,
        kind,
        time,
      });
      return makeBlock(day, ofDay.map(row));
    });
    const plain = plainModel(buildModel(method, blocks, { now: today * 86_400_000 }).model);
    const rounded = (scores: Scores) => scores.map(([sku, score]) => [sku, score.toFixed(6)]);
    if (ranking !== undefined) {
      assert.deepEqual(rounded(plain as Scores), rounded(ranking));
      return;
    }
    const lists = [...(plain as ReadonlyMap<string, Scores>)];
    assert.deepEqual(
      Object.fromEntries(lists.map(([sku, list]) => [sku, rounded(list)])),
      Object.fromEntries(Object.entries(neighbours!).map(([sku, list]) => [sku, rounded(list)])),
    );
  });
}
