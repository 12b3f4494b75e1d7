// Which variation the large figures of a report are of.
import type { ReportOutput } from '@attune/contract';

type Experience = ReportOutput['experiences'][number];
type Variation = Experience['variations'][number];

export interface Lead {
  readonly variation: Variation;
  readonly baseline: Variation;
}

/** Of those that are compared, the one with the highest chance; undefined: none is compared. */
export function leadOf({
  variations,
  baseline: id,
}: Pick<Experience, 'variations' | 'baseline'>): Lead | undefined {
  const baseline = variations.find((one) => one.id === id);
  const compared = variations.filter(({ uplift }) => uplift !== null);
  const [variation] = compared.toSorted(
    (one, other) => (other.probabilityBest ?? 0) - (one.probabilityBest ?? 0),
  );
  return variation && baseline && { variation, baseline };
}
