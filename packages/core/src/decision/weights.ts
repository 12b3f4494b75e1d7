// Knows what share of an experience each variation has: by hand, or by how they did.

import type { DynamicWeights, ExperienceDefinition, VariationDefinition } from './definition.ts';

/** Which variation of an experience everyone gets, since its test has ended; -1: it goes on. */
export const shippedAt = ({
  variations,
}: {
  readonly variations: readonly { readonly shipped?: boolean }[];
}) => variations.findIndex(({ shipped }) => shipped === true);

/** Each variation's share; they sum to 1, or are all 0. */
export function sharesOf(
  { allocation, variations }: ExperienceDefinition,
  dynamic: DynamicWeights | null,
): number[] {
  const shipped = shippedAt({ variations });
  if (shipped >= 0) return variations.map((_, at) => (at === shipped ? 1 : 0));
  const weights = variations.map(({ weight }) => (weight > 0 && weight < Infinity ? weight : 0));
  if (allocation !== 'dynamic') return normalised(weights);
  // A weight of 0 by hand takes a variation out, whatever it did.
  const wanted = variations.filter((_, at) => (weights[at] as number) > 0);
  const computed = wanted.map(({ id }) => computedWeight(dynamic, id));
  const known = computed.filter((weight) => weight !== undefined);
  // Of what came after the last computation, each has as much as if all were equal.
  const left = known.length / Math.max(wanted.length, 1);
  const sum = known.reduce((total, weight) => total + weight, 0);
  const shareOf = (weight: number | undefined) =>
    weight === undefined || sum === 0 ? 1 / wanted.length : (weight / sum) * left;
  const shares = new Map(wanted.map(({ id }, at) => [id, shareOf(computed[at])]));
  return variations.map(({ id }) => shares.get(id) ?? 0);
}

function computedWeight(dynamic: DynamicWeights | null, id: VariationDefinition['id']) {
  const weight = dynamic?.weights[String(id)];
  return weight !== undefined && weight >= 0 && weight < Infinity ? weight : undefined;
}

function normalised(weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => (sum === 0 ? 0 : weight / sum));
}
