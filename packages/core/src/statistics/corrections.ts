// Knows what p-values are worth that are read together.

/**
 * Each p-value as it stands among all of them: the smallest alpha at which it would be called, with
 * any of the called ones wrong in a share of alpha at most, however they depend on each other.
 *
 * Holm, "A simple sequentially rejective multiple test procedure" (Scandinavian Journal of
 * Statistics, 1979). Of always-valid p-values the adjusted ones are always valid too: Johari,
 * Koomen, Pekelis, Walsh, "Always Valid Inference" (Operations Research, 2022).
 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, at) => at).sort((one, other) => pValues[one]! - pValues[other]!);
  const adjusted: number[] = [];
  let least = 0;
  for (const [rank, at] of order.entries()) {
    least = Math.max(least, Math.min(1, (pValues.length - rank) * pValues[at]!));
    adjusted[at] = least;
  }
  return adjusted;
}
