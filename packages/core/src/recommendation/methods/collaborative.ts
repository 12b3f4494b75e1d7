// Which items the same users had: item-knn and RP3beta, as Ferrari Dacrema et al. define them.

import type { Method } from '../definition.ts';
import { makeBest } from './best.ts';
import { type BuildOptions, type ModelBuilder, withTaken } from './builder.ts';
import { type InteractionMatrix, startInteractionMatrix } from './interaction-matrix.ts';
import { type Lists, turnRound, writeLists } from './lists.ts';
import { modelOfLists } from './model-of-lists.ts';
import { progressOf } from './progress.ts';
import { scorePair } from './scoring.ts';
import { makeTally } from './tally.ts';
import { weightsByAge } from './window.ts';

type Collaborative = Extract<Method, { type: 'collaborative' }>;
type ItemKnn = Extract<Collaborative, { algorithm: 'item-knn' }>;
type Rp3beta = Extract<Collaborative, { algorithm: 'rp3beta' }>;

/**
 * Builds a collaborative model of blocks as they come.
 *
 * The matrix R has a row for each user and a column for each item: 1 where the user had the item,
 * or 2^(-age / half-life) of the last time they had it. Sources: "A Troubling Analysis of
 * Reproducibility and Progress in Recommender Systems Research" (TOIS 2021), 3.1, and its
 * published code; Paudel et al., "Updatable, Accurate, Diverse, and Scalable Recommendations for
 * Interactive Applications" (2017) for RP3beta.
 */
export function startCollaborative(method: Collaborative, options: BuildOptions): ModelBuilder {
  const gathered = startInteractionMatrix('user', method.event, method, options);
  return {
    add: gathered.add,
    finish: () => {
      const { skus, counted, bytes, ...matrix } = gathered.finish();
      const left = withTaken(options, bytes);
      const { lists, selves } =
        method.algorithm === 'item-knn'
          ? itemKnn(method, matrix, counted.units, left)
          : rp3beta(method, matrix, left);
      return modelOfLists(skus, lists, selves, counted);
    },
  };
}

type Matrix = Omit<InteractionMatrix, 'skus' | 'counted' | 'bytes'>;

interface Found {
  readonly lists: Lists;
  readonly selves: Float32Array;
}

/**
 * s(i, j) of the columns of R; of each item i the `neighbours` best j are kept. What a user is
 * recommended is i by the sum of s(i, j) over the j that they had, so lists are transposed: that of
 * j has the items whose neighbour it is.
 */
function itemKnn(method: ItemKnn, matrix: Matrix, users: number, options: BuildOptions): Found {
  const { unitStarts, items, ages, itemStarts, units, unitAges } = matrix;
  const itemCount = itemStarts.length - 1;
  const weights = weightsByAge(method);
  const squares = new Float64Array(itemCount);
  for (let item = 0; item < itemCount; item++) {
    for (let at = itemStarts[item]!; at < itemStarts[item + 1]!; at++) {
      squares[item]! += weights === undefined ? 1 : weights[unitAges[at]!]! ** 2;
    }
  }
  const tally = makeTally(itemCount);
  const best = makeBest(method.neighbours);
  const lists = writeLists(itemCount, options);
  const progress = progressOf(itemCount, options);
  for (let item = 0; item < itemCount; item++) {
    for (let at = itemStarts[item]!; at < itemStarts[item + 1]!; at++) {
      const unit = units[at]!;
      const mine = weights === undefined ? 1 : weights[unitAges[at]!]!;
      for (let row = unitStarts[unit]!; row < unitStarts[unit + 1]!; row++) {
        const theirs = weights === undefined ? 1 : weights[ages[row]!]!;
        tally.add(items[row]!, 1, mine * theirs);
      }
    }
    tally.take((other, times, amount) => {
      if (other === item || times < method.minimumSupport) return;
      best.offer(other, scorePair(method, amount, squares[item]!, squares[other]!, users));
    });
    best.take(lists.push);
    lists.end();
    progress();
  }
  return {
    lists: turnRound(lists.finish(), Number.POSITIVE_INFINITY, options),
    selves: Float32Array.from(squares, (a) => scorePair(method, a, a, a, users)),
  };
}

/**
 * A walk item j -> user u -> item i, each step's probability to the power of alpha, divided by how
 * many users had i to the power of beta:
 *
 * s(j, i) = sum over u of (1 / users(j))^alpha x (r(u, i) / sum over k of r(u, k))^alpha
 *           / users(i)^beta, where r(u, j) > 0
 *
 * Of each j the `neighbours` best i are kept, and then of each i the `neighbours` best j; scores
 * are not normalised.
 */
function rp3beta(method: Rp3beta, matrix: Matrix, options: BuildOptions): Found {
  const { alpha, beta, neighbours } = method;
  const { unitStarts, items, ages, itemStarts, units } = matrix;
  const itemCount = itemStarts.length - 1;
  const weights = weightsByAge(method);
  const powers = weights?.map((weight) => weight ** alpha);
  const ofUnit = unitFactors(matrix, weights, alpha);
  const degrees = Float64Array.from(
    { length: itemCount },
    (_, item) => (itemStarts[item + 1]! - itemStarts[item]!) ** -beta,
  );
  const selves = new Float32Array(itemCount);
  const tally = makeTally(itemCount);
  const best = makeBest(neighbours);
  const lists = writeLists(itemCount, options);
  const progress = progressOf(itemCount, options);
  for (let item = 0; item < itemCount; item++) {
    for (let at = itemStarts[item]!; at < itemStarts[item + 1]!; at++) {
      const unit = units[at]!;
      const factor = ofUnit[unit]!;
      for (let row = unitStarts[unit]!; row < unitStarts[unit + 1]!; row++) {
        tally.add(items[row]!, 1, powers === undefined ? factor : factor * powers[ages[row]!]!);
      }
    }
    const first = (1 / (itemStarts[item + 1]! - itemStarts[item]!)) ** alpha;
    tally.take((other, _times, amount) => {
      const score = first * amount * degrees[other]!;
      if (other !== item) best.offer(other, score);
      else selves[item] = score;
    });
    best.take(lists.push);
    lists.end();
    progress();
  }
  const turned = turnRound(lists.finish(), neighbours, options);
  return { lists: turnRound(turned, Number.POSITIVE_INFINITY, options), selves };
}

/** Of each user 1 / (the sum of their row), to the power of alpha. */
function unitFactors(
  { unitStarts, ages }: Matrix,
  weights: Float64Array | undefined,
  alpha: number,
): Float64Array {
  const factors = new Float64Array(unitStarts.length - 1);
  for (let unit = 0; unit < factors.length; unit++) {
    let sum = 0;
    for (let row = unitStarts[unit]!; row < unitStarts[unit + 1]!; row++) {
      sum += weights === undefined ? 1 : weights[ages[row]!]!;
    }
    factors[unit] = sum === 0 ? 0 : (1 / sum) ** alpha;
  }
  return factors;
}
