// Knows the figures of lists by calculation on paper, and that no strategy sees what it is judged
// by.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Catalogue, changeCatalogue } from '../../catalogue/index.ts';
import type { Interaction, ItemComparison, ItemFilter, StrategyDefinition } from '../definition.ts';
import { type InteractionBlock, makeBlock } from '../interactions/index.ts';
import { drawUsers, intervalOf } from './bootstrap.ts';
import { caveatsOf } from './caveats.ts';
import { evaluate } from './evaluate.ts';
import { judge } from './metrics.ts';
import { CannotEvaluate, type JudgedStrategy, strategyRanker } from './rankers.ts';
import { splitHistory } from './split.ts';

const msPerDay = 86_400_000;

test('the figures of a list are those of the published definitions', () => {
  // Of four items wanted the list has the 2nd, 4th and 5th place.
  const wanted = new Set(['2', '4', '5', '10']);
  const list = ['1', '2', '3', '4', '5'];
  const ideal = 1 + 1 / Math.log2(3) + 1 / 2 + 1 / Math.log2(5);
  const near = (actual: number, expected: number): void =>
    assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);
  const all = judge(list, wanted, 5);
  near(all.precision, 3 / 5);
  near(all.recall, 3 / 4);
  near(all.map, (1 / 2 + 2 / 4 + 3 / 5) / 4);
  near(all.ndcg, (1 / Math.log2(3) + 1 / Math.log2(5) + 1 / Math.log2(6)) / ideal);
  near(all.mrr, 1 / 2);
  assert.equal(all.hitRate, 1);
  // Cut at 2 the ideal still has all four; average precision is over the shorter of both.
  const two = judge(list, wanted, 2);
  near(two.ndcg, 1 / Math.log2(3) / ideal);
  near(two.map, 1 / 2 / 2);
  near(two.recall, 1 / 4);
  // A list that ends before K is divided by its own length.
  near(judge(['2'], wanted, 10).precision, 1);
  near(judge(['2'], wanted, 10).map, 1);
  assert.deepEqual(new Set(Object.values(judge(['7'], wanted, 10))), new Set([0]));
  assert.deepEqual(new Set(Object.values(judge([], wanted, 10))), new Set([0]));
});

const row = (
  user: bigint,
  day: number,
  group: string,
  sku: string,
  kind: Interaction = 'purchase',
) => ({
  user,
  sku,
  group,
  kind,
  time: day * msPerDay + Number(group),
  day,
});
const rows = [
  row(1n, 1, '1', 'a'),
  row(1n, 2, '1', 'b'),
  row(2n, 1, '1', 'a'),
  row(2n, 2, '1', 'c'),
  row(1n, 3, '2', 'd'),
  row(1n, 3, '1', 'c'),
  row(1n, 3, '1', 'b'),
  row(3n, 4, '1', 'a'),
  row(3n, 4, '1', 'a', 'view'),
];
const blocks: InteractionBlock[] = [...Map.groupBy(rows, ({ day }) => day)].map(([day, ofDay]) =>
  makeBlock(day, ofDay),
);

test('a split by time wants the next basket of each user, and hides the rest', () => {
  const next = splitHistory(blocks, {
    split: { type: 'time', day: 3 },
    event: 'purchase',
    target: 'next-basket',
  });
  assert.deepEqual(
    next.training.map(({ day }) => day),
    [1, 2],
  );
  assert.deepEqual(
    next.trials.map(({ user, wanted, history }) => [user, [...wanted].sort(), history.length]),
    [
      [1n, ['b', 'c'], 2],
      [3n, ['a'], 0],
    ],
  );
  const everything = splitHistory(blocks, {
    split: { type: 'time', day: 3 },
    event: 'purchase',
    target: 'everything',
  });
  assert.deepEqual([...everything.trials[0]!.wanted].sort(), ['b', 'c', 'd']);
});

test('a split by last basket hides that basket of each user alone', () => {
  const { training, trials } = splitHistory(blocks, {
    split: { type: 'last-basket' },
    event: 'purchase',
    target: 'next-basket',
  });
  assert.deepEqual(
    trials.map(({ user, wanted, history, day }) => [user, [...wanted], history.length, day]),
    [
      [1n, ['d'], 4, 3],
      [2n, ['c'], 1, 2],
      // Their view is no part of the basket, and stays.
      [3n, ['a'], 1, 4],
    ],
  );
  assert.equal(
    training.reduce((sum, { kind }) => sum + kind.length, 0),
    rows.length - 3,
  );
});

test('strategies are compared on the same users, with intervals that a seed repeats', () => {
  const together: StrategyDefinition['steps'] = [
    { method: { type: 'popularity', event: 'purchase', window: 30 } },
  ];
  const recent: StrategyDefinition['steps'] = [{ method: { type: 'recently-purchased' } }];
  const run = () =>
    evaluate(
      blocks,
      [
        { name: 'popular', strategy: { steps: together } },
        { name: 'again', strategy: { steps: [...recent, ...together] } },
        { name: 'only again', strategy: { steps: recent } },
        {
          name: 'new to them',
          strategy: { steps: together, filters: [{ type: 'not-purchased', days: 30 }] },
        },
      ],
      {
        split: { type: 'time', day: 3 },
        event: 'purchase',
        target: 'next-basket',
        ks: [1, 2],
        resamples: 50,
        seed: 7,
      },
    );
  const report = run();
  assert.deepEqual(run(), report);
  assert.equal(report.users, 2);
  assert.equal(report.withHistory, 1);
  assert.equal(report.items, 3);
  const figure = (name: string, k: number) =>
    report.results.find((each) => each.name === name)!.at.find((each) => each.k === k)!;
  // Popular is a, then b; user 1 wants b and c, user 3 wants a.
  assert.equal(figure('popular', 1).figures.hitRate.mean, 0.5);
  assert.equal(figure('popular', 2).figures.hitRate.mean, 1);
  assert.equal(figure('popular', 2).figures.recall.mean, 0.75);
  assert.equal(figure('again', 1).figures.hitRate.mean, 1);
  assert.equal(figure('again', 1).ahead.hitRate.mean, 0.5);
  assert.equal(figure('only again', 1).figures.hitRate.mean, 0.5);
  // User 1 had a and b: c is what is left.
  assert.equal(figure('new to them', 1).figures.hitRate.mean, 1);
  assert.equal(figure('popular', 2).coverage, 2 / 3);
});

const shop = () => {
  const change = changeCatalogue();
  const items = {
    a: { brand: 'Ace', price: 10, in_stock: false },
    b: { brand: 'Ace', price: 20 },
    c: { brand: 'Cup', price: '30' },
  };
  for (const [sku, item] of Object.entries(items)) change.put(JSON.stringify({ sku, ...item }));
  return change.finish('1');
};

test('filters over columns and diversity hold by the feed of today, and the rest is named', () => {
  // Bought before the split are a twice, b and c once: popular are a, b, c and then what is gone.
  const steps: StrategyDefinition['steps'] = [
    { method: { type: 'popularity', event: 'purchase', window: 30 } },
  ];
  const gone = makeBlock(2, [row(9n, 2, '7', 'gone')]);
  const column = (column: string, is: ItemComparison, value: string | number) =>
    ({ type: 'column', column, is, value }) as const;
  const judge = (strategy: Omit<JudgedStrategy, 'steps'>, items?: Catalogue) => {
    const workshop = {
      options: { training: [...blocks.slice(0, 2), gone], trials: [], now: 3 * msPerDay },
      ...{ models: new Map(), preferences: new Map() },
    };
    const options = { ...workshop.options, ...(items && { items }) };
    const ranker = strategyRanker({ steps, ...strategy }, { ...workshop, options });
    return [...ranker({ user: 1n, day: 3, history: [], wanted: new Set() })].join(' ');
  };
  assert.equal(judge({}), 'a b c gone');
  const by = (...filters: ItemFilter[]) => judge({ filters }, shop());
  assert.equal(by(column('brand', 'IS', 'Ace')), 'a b');
  assert.equal(by(column('brand', 'IS_NOT', 'Ace')), 'c gone');
  assert.equal(by(column('price', 'GTE', 20)), 'b');
  assert.equal(by(column('sku', 'CONTAINS', 'o')), 'gone');
  assert.equal(by(column('sku', 'IS', 'c')), 'c');
  assert.equal(by(column('colour', 'IS', 'red')), '');
  const left: ItemFilter[] = [
    ...[{ type: 'in-stock' }, column('in_stock', 'IS', 'true'), { type: 'not-in-cart' }],
  ] as ItemFilter[];
  assert.equal(by(...left), 'a b c gone');
  const diversity = [{ column: 'brand', most: 1 }];
  // It gives way where nothing else is left.
  assert.equal(judge({ diversity }, shop()), 'a c gone b');
  const asked = { diversity, filters: [column('price', 'LT', 30)] };
  assert.equal(judge(asked, shop()), 'a b');
  assert.throws(() => judge(asked), CannotEvaluate);
  const caveats = (strategy: Omit<JudgedStrategy, 'steps'>) => caveatsOf([{ steps, ...strategy }]);
  assert.deepEqual(caveats({ filters: [{ type: 'not-purchased', days: 3 }] }), []);
  assert.match(caveats({ filters: left }).join(), /^Filters by stock .*,Filters by the page/);
  const chance = { exploration: { share: 0.1, among: 5 } };
  assert.match(caveats({ ...asked, ...chance }).join(), /today.*prices.*Exploration is left out/s);
});

test('an interval holds the mean, narrows with users, and is a point where all are alike', () => {
  const draws = drawUsers(400, 200, 3);
  const { mean, low, high } = intervalOf(
    Float64Array.from({ length: 400 }, (_, at) => at % 2),
    draws,
  );
  assert.equal(mean, 0.5);
  assert.ok(low > 0.42 && low < 0.48 && high > 0.52 && high < 0.58);
  assert.deepEqual(intervalOf(new Float64Array(400).fill(0.25), draws), {
    mean: 0.25,
    low: 0.25,
    high: 0.25,
  });
});
