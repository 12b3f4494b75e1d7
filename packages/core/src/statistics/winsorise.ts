// Knows how a few enormous outcomes are kept from deciding a test: by a cap, the same for all.

/**
 * The cap at a share (0.99 for the 99th percentile) of outcomes that are not 0, by size.
 *
 * Nearest rank, so that the cap is an outcome that was seen: the least size that at least the
 * share of them do not exceed; SQL's percentile_disc. From all variations together, or the caps
 * would make a difference of their own. Infinity without outcomes. `sizes` ascend.
 */
export function capOf(sizes: readonly number[], share: number): number {
  const rank = Math.ceil(share * sizes.length);
  return sizes[Math.max(1, rank) - 1] ?? Number.POSITIVE_INFINITY;
}

/** An outcome held between the cap and its opposite. */
export const winsorise = (outcome: number, cap: number): number =>
  Math.min(Math.max(outcome, -cap), cap);
