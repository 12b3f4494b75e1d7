// Knows how `served` of cases/recommendation.json is read: what small shops recommend.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isEmptyModel } from '../model.ts';
import { completeStrategy, type StrategyDraft } from '../strategy/complete.ts';
import { compileStrategy } from './compile.ts';
import { recommend } from './recommend.ts';
import { catalogueOf, type Item, nobody, rankingOf } from './shop.fixture.ts';

interface Case {
  readonly name: string;
  readonly items: readonly Item[];
  readonly strategy: Omit<StrategyDraft, 'name'>;
  readonly popularity: readonly string[];
  readonly likes?: Readonly<Record<string, readonly [value: string, score: number][]>>;
  readonly orderable?: readonly string[];
  readonly slots: number;
  /** Null, null: the slot is empty. */
  readonly given: readonly [sku: string | null, by: string | null, relaxed?: string[]][];
}

const file = new URL('../../../../../cases/recommendation.json', import.meta.url);
const { served } = JSON.parse(readFileSync(file, 'utf8')) as { served: readonly Case[] };

for (const { name, items, strategy, popularity, likes = {}, orderable, slots, given } of served) {
  test(name, () => {
    const ranking = rankingOf(popularity);
    const model = isEmptyModel(ranking) ? undefined : ranking;
    const visitor = {
      ...nobody,
      properties: () => Object.keys(likes),
      likes: (property: string) =>
        (likes[property] ?? []).map(([value, score]) => ({ value, score })),
    };
    const recommendation = recommend({
      strategy: compileStrategy({ id: 1, ...completeStrategy({ name, ...strategy }) }, '1'),
      catalogue: catalogueOf(items),
      ...{ model: () => model, popularity: model, visitor, slots, unit: 'u', orderable },
    });
    const answered = recommendation.slots.map((item) => [
      ...[item?.sku ?? null, item?.by ?? null],
      ...(item?.relaxed.length ? [[...item.relaxed]] : []),
    ]);
    assert.deepEqual(answered, given);
  });
}
