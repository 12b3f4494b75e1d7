// The methods once more, in the plainest way: whole matrices, no trick. Only for comparison.

import { compareByCodePoint } from '../../text/characters.ts';
import type { Interaction } from '../definition.ts';
import type { InteractionRow } from '../interactions/block.ts';
import type { LearningMethod } from '../method-table.ts';
import type { Model } from '../model.ts';

/** Scores by item, or by item and neighbour, each in the model's order. */
export type Scores = readonly (readonly [sku: string, score: number])[];
export type DenseModel = Scores | ReadonlyMap<string, Scores>;

/** Rows with the UTC day that they are of. */
export type DatedRow = InteractionRow & { readonly day: number };

type Neighbours = Exclude<LearningMethod, { type: 'popularity' | 'trending' }>;

/** What a method makes of rows as of a day. */
export function denseModel(
  method: LearningMethod,
  rows: readonly DatedRow[],
  today: number,
): DenseModel {
  const ageOf = ({ day }: DatedRow): number => Math.max(0, today - day);
  const weightOf = (age: number): number =>
    method.halfLife === undefined ? 1 : 0.5 ** (age / method.halfLife);
  const kind = kindOf(method);
  const counted = rows.filter((row) => row.kind === kind && ageOf(row) < method.window);
  if (method.type === 'popularity' || method.type === 'trending') {
    const seen = new Set<string>();
    const recent = new Map<string, number>();
    const earlier = new Map<string, number>();
    for (const row of counted) {
      const once = JSON.stringify([String(row.user), row.sku, row.day]);
      if (seen.has(once)) continue;
      seen.add(once);
      const isRecent = method.type === 'popularity' || ageOf(row) < method.recent;
      const sums = isRecent ? recent : earlier;
      sums.set(row.sku, (sums.get(row.sku) ?? 0) + weightOf(ageOf(row)));
    }
    if (method.type === 'popularity') return ranked([...recent]);
    const total = (sums: Map<string, number>): number =>
      [...sums.values()].reduce((a, b) => a + b, 0);
    const ratio = total(earlier) === 0 ? 0 : total(recent) / total(earlier);
    return ranked(
      [...new Set([...recent.keys(), ...earlier.keys()])].map((sku) => {
        const expected = (earlier.get(sku) ?? 0) * ratio;
        return [sku, ((recent.get(sku) ?? 0) - expected) / Math.sqrt(expected + 1)] as const;
      }),
    );
  }
  return denseNeighbours(method, counted, ageOf, weightOf);
}

function kindOf(method: LearningMethod): Interaction {
  if ('event' in method) return method.event;
  return method.type === 'viewed-together' ? 'view' : 'purchase';
}

function denseNeighbours(
  method: Neighbours,
  rows: readonly DatedRow[],
  ageOf: (row: DatedRow) => number,
  weightOf: (age: number) => number,
): ReadonlyMap<string, Scores> {
  const isCollaborative = method.type === 'collaborative';
  const units = new Map<string, Map<string, number>>();
  for (const row of rows) {
    if (!isCollaborative && row.group === '') continue;
    const unit = isCollaborative ? [String(row.user)] : [String(row.user), row.group, row.day];
    const items = units.get(JSON.stringify(unit)) ?? new Map<string, number>();
    units.set(JSON.stringify(unit), items);
    items.set(row.sku, Math.max(items.get(row.sku) ?? 0, weightOf(ageOf(row))));
  }
  const skus = [...new Set([...units.values()].flatMap((items) => [...items.keys()]))].sort(
    compareByCodePoint,
  );
  const matrix = [...units.values()].map((items) => skus.map((sku) => items.get(sku) ?? 0));
  const score =
    isCollaborative && method.algorithm === 'rp3beta'
      ? (j: number, i: number) => walk(matrix, j, i, method.alpha, method.beta)
      : (j: number, i: number) => similarity(method as Symmetric, matrix, j, i);
  const scores = skus.map((_, j) => skus.map((__, i) => (i === j ? 0 : Math.fround(score(j, i)))));
  return keptOf(method, skus, scores);
}

type Symmetric = Exclude<Neighbours, { algorithm: 'rp3beta' }>;

function similarity(method: Symmetric, matrix: number[][], j: number, i: number): number {
  const both = matrix.filter((row) => row[i]! > 0 && row[j]! > 0);
  if (both.length === 0 || both.length < method.minimumSupport) return 0;
  // A group has one weight; a user has one for each item.
  const isWeightOfRow = method.type !== 'collaborative';
  const product = (row: number[], a: number, b: number): number =>
    isWeightOfRow ? Math.min(row[a]!, row[b]!) : row[a]! * row[b]!;
  const sum = (a: number, b: number): number =>
    matrix.reduce((total, row) => total + product(row, a, b), 0);
  const all = isWeightOfRow
    ? matrix.reduce((total, row) => total + Math.max(...row), 0)
    : matrix.length;
  const h = method.shrinkage;
  const [together, a, b] = [sum(i, j), sum(i, i), sum(j, j)];
  if (method.scoring === 'count') return together;
  if (method.scoring === 'cosine') return together / (Math.sqrt(a) * Math.sqrt(b) + h);
  if (method.scoring === 'jaccard') return together / (a + b - together + h);
  return together / ((a * b) / all + h);
}

function walk(matrix: number[][], j: number, i: number, alpha: number, beta: number): number {
  const usersOf = (item: number): number => matrix.filter((row) => row[item]! > 0).length;
  let sum = 0;
  for (const row of matrix) {
    if (row[j] === 0) continue;
    const whole = row.reduce((total, each) => total + each, 0);
    sum += (1 / usersOf(j)) ** alpha * (row[i]! / whole) ** alpha;
  }
  return sum / usersOf(i) ** beta;
}

/** Which pairs are kept: of an item its own best, or the best of those that it may lead to. */
function keptOf(
  method: Neighbours,
  skus: readonly string[],
  scores: readonly (readonly number[])[],
): ReadonlyMap<string, Scores> {
  const k = method.neighbours;
  const best = (candidates: readonly (readonly [number, number])[]): Set<number> =>
    new Set(
      candidates
        .filter(([, score]) => score > 0)
        .toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
        .slice(0, k)
        .map(([at]) => at),
    );
  const ofSeed = scores.map((row) => best(row.map((score, i) => [i, score] as const)));
  const isCollaborative = method.type === 'collaborative';
  const isWalk = isCollaborative && method.algorithm === 'rp3beta';
  const ofTarget = skus.map((_, i) =>
    best(
      scores.map((row, j) => [j, row[i]!] as const).filter(([j]) => !isWalk || ofSeed[j]!.has(i)),
    ),
  );
  const isKept = (j: number, i: number): boolean =>
    isCollaborative ? ofTarget[i]!.has(j) : ofSeed[j]!.has(i);
  return new Map(
    skus.map((sku, j) => [
      sku,
      ranked(skus.flatMap((other, i) => (isKept(j, i) ? [[other, scores[j]![i]!] as const] : []))),
    ]),
  );
}

function ranked(scores: readonly (readonly [string, number])[]): Scores {
  const above = scores.filter(([, score]) => score > 0);
  return above.toSorted((a, b) => b[1] - a[1] || compareByCodePoint(a[0], b[0]));
}

/** A model as plain as the dense one; items without neighbours are left out. */
export function plainModel(model: Model): DenseModel {
  const { skus } = model;
  if (model.kind === 'ranking') {
    return [...model.order].map((place) => [skus.at(place), model.scores[place]!]);
  }
  const { starts, neighbours, scores } = model;
  const lists = new Map<string, Scores>();
  for (let item = 0; item < skus.length; item++) {
    const from = starts[item]!;
    const list = [...neighbours.subarray(from, starts[item + 1])].map(
      (other, at) => [skus.at(other), scores[from + at]!] as const,
    );
    if (list.length > 0) lists.set(skus.at(item), list);
  }
  return lists;
}
