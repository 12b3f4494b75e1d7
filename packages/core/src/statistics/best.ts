// Knows how likely each variation is to be the best, and what choosing it would lose on average.

import type { Posterior } from './posterior.ts';
import { nodes, nodeWeights, weightsUpTo } from './quadrature.ts';

/** The posterior of one variation being the best; null where numbers are too large to tell. */
export interface BestEstimate {
  /** Probability that no other is better; they sum to 1. */
  readonly best: number | null;
  /** How much less than the best it gives, on average, in the metric's unit; from 0. */
  readonly loss: number | null;
}

/** What is added up from panel to panel. */
interface Sums {
  /** Each variation's probability to lie below the panel. */
  readonly below: number[];
  readonly best: number[];
  maximum: number;
}

/** Panels end at so many standard deviations from each mean. */
const FARTHEST = 40;
const STEPS = [0, 1, 2, 3, 4.5, 6, 9, 16, FARTHEST];

/**
 * Answers how likely each of any number of variations is to be the best, and its expected loss.
 *
 * P(best i) is the integral of f_i times the others' F; the expected maximum is that of 1 less the
 * product of all F, from the lowest value on. Over panels on which every density is smooth; no
 * randomness. The loss: Stucchio, "Bayesian A/B Testing at VWO" (2015).
 */
export function estimateBest(posteriors: readonly Posterior[]): BestEstimate[] {
  const unknown = posteriors.map(() => ({ best: null, loss: null }));
  if (!posteriors.every(({ mean, deviation }) => Number.isFinite(mean / deviation))) return unknown;
  const edges = panelEdges(posteriors);
  const zeros = posteriors.map(() => 0);
  const sums: Sums = { below: zeros, best: [...zeros], maximum: edges[0] ?? 0 };
  for (let at = 1; at < edges.length; at += 1) {
    addPanel(posteriors, edges[at - 1] as number, edges[at] as number, sums);
  }
  const total = sums.best.reduce((sum, each) => sum + each, 0);
  if (!(Math.abs(total - 1) < 1e-6)) return unknown;
  return posteriors.map(({ mean }, at) => ({
    // Quadrature far from a mean may be a hair below 0.
    best: Math.min(1, Math.max(0, (sums.best[at] as number) / total)),
    loss: Math.max(0, sums.maximum - mean),
  }));
}

/** Where panels meet; ends that are closer than anything varies are one. */
function panelEdges(posteriors: readonly Posterior[]): number[] {
  const finest = Math.min(...posteriors.map(({ deviation }) => deviation)) / 2;
  const edges = posteriors
    .flatMap(({ mean, deviation, from, to }) =>
      STEPS.flatMap((step) => [mean - step * deviation, mean + step * deviation]).map((edge) =>
        Math.min(Math.max(edge, from), to),
      ),
    )
    .sort((one, other) => one - other);
  const last = edges[edges.length - 1] as number;
  const apart: number[] = [];
  for (const edge of edges) {
    if (apart.length === 0 || edge - (apart[apart.length - 1] as number) > finest) apart.push(edge);
  }
  apart[apart.length - 1] = last;
  return apart;
}

function addPanel(posteriors: readonly Posterior[], from: number, to: number, sums: Sums): void {
  const half = (to - from) / 2;
  const places = nodes.map((node) => from + half * (node + 1));
  const dense = posteriors.map((posterior) => densities(posterior, places));
  const below = dense.map((values, at) => {
    const start = sums.below[at] as number;
    if (values === null) return nodes.map(() => start);
    return weightsUpTo.map((weights) => start + half * dot(weights, values));
  });
  for (let node = 0; node < nodes.length; node += 1) {
    const weight = half * (nodeWeights[node] as number);
    const others = productsOfOthers(below, node);
    dense.forEach((values, at) => {
      if (values === null) return;
      const here = weight * (values[node] as number);
      sums.best[at] = (sums.best[at] as number) + here * (others[at] as number);
    });
    const all = (others[0] as number) * ((below[0] as number[])[node] as number);
    sums.maximum += weight * (1 - all);
  }
  dense.forEach((values, at) => {
    if (values === null) return;
    sums.below[at] = Math.min(1, (sums.below[at] as number) + half * dot(nodeWeights, values));
  });
}

/** How dense a belief is at the places of a panel; null where it has all but ended. */
function densities({ mean, deviation, density }: Posterior, places: number[]): number[] | null {
  const [first, last] = [places[0] as number, places[places.length - 1] as number];
  const isFar = last < mean - FARTHEST * deviation || first > mean + FARTHEST * deviation;
  return isFar ? null : places.map(density);
}

/** For each variation the probability that all others lie below a node; without dividing. */
function productsOfOthers(below: readonly (readonly number[])[], node: number): Float64Array {
  const products = new Float64Array(below.length).fill(1);
  for (let at = 1; at < below.length; at += 1) {
    const before = (below[at - 1] as readonly number[])[node] as number;
    products[at] = (products[at - 1] as number) * before;
  }
  let after = 1;
  for (let at = below.length - 1; at >= 0; at -= 1) {
    products[at] = (products[at] as number) * after;
    after *= (below[at] as readonly number[])[node] as number;
  }
  return products;
}

function dot(one: readonly number[], other: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] as number) * (other[at] as number);
  return sum;
}
