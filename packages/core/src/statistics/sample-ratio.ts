// Knows whether as many users came to each variation as the logged propensities promised.

/** What the check says; it may be looked at every day. */
export interface SampleRatio {
  /** The smallest alpha at which it would fire. */
  readonly pValue: number;
  /** Users came in other proportions than they were drawn in: do not trust the report. */
  readonly isSuspect: boolean;
}

/** Log-ratios by which a variation may have lost or gained users: 0.25 % to about 3.6 times. */
const SHIFTS = [0.0025, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28];

/**
 * Tests users' counts by variation against the sums of the propensities logged for them.
 *
 * A mixture martingale of the multinomial: Lindon and Malek, "Anytime-Valid Inference for
 * Multinomial Count Data" (NeurIPS 2022), laid over losses and gains of one variation each, in
 * place of a Dirichlet. If variation j's users are multiplied by r, a user is in j with
 * probability p r / (1 - p + p r); by Jensen's inequality the average p of all users gives at most
 * the evidence that each user's own would, so that propensities may differ from user to user.
 */
export function checkSampleRatio(
  counts: readonly number[],
  expected: readonly number[],
  alpha = 0.01,
): SampleRatio {
  const users = counts.reduce((sum, count) => sum + count, 0);
  const total = expected.reduce((sum, count) => sum + count, 0);
  if (users === 0 || total === 0 || counts.length < 2) return { pValue: 1, isSuspect: false };
  const evidence = counts.flatMap((count, at) => {
    const share = (expected[at] as number) / total;
    return SHIFTS.flatMap((shift) => [-shift, shift]).map(
      (shift) => count * shift - users * Math.log1p(share * Math.expm1(shift)),
    );
  });
  const most = Math.max(...evidence);
  const sum = evidence.reduce((all, each) => all + Math.exp(each - most), 0);
  const pValue = Math.min(1, (evidence.length / sum) * Math.exp(-most));
  return { pValue, isSuspect: pValue <= alpha };
}
