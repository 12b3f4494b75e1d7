// A report as a table (RFC 4180): a line for each variation of each experience and segment.
import type { ReportOutput } from '@attune/contract';
import { type CsvValue, csvLine } from '@attune/core';

type Experience = ReportOutput['experiences'][number];
type Variation = Omit<Experience['variations'][number], 'daily'>;

/** Writes the table. */
export function reportCsv(
  of: string,
  { metric, asOf, notCounted }: Pick<ReportOutput, 'metric' | 'asOf' | 'notCounted'>,
  experiences: readonly Experience[],
): string {
  const { bots, internal } = notCounted;
  const lines = experiences
    .flatMap((experience) => [
      ...experience.variations.map((one) => lineOf(experience, '', one)),
      ...experience.segments.flatMap(({ segment, variations }) =>
        variations.map((one) => lineOf(experience, segment, one)),
      ),
    ])
    .map(
      (line): Record<string, CsvValue> => ({
        ...{ of, metric: metric.name, currency: metric.currency, as_of: asOf },
        ...line,
        ...{ not_counted_bots: bots, not_counted_internal: internal },
      }),
    );
  const names = Object.keys(lines[0] ?? {});
  const rows = [names, ...lines.map((line) => names.map((name) => line[name] ?? null))];
  return rows.map(csvLine).join('');
}

function lineOf(
  experience: Experience,
  segment: string,
  variation: Variation,
): Record<string, CsvValue> {
  const { exposed, users, open, active, total, mean, soFar, difference, uplift } = variation;
  return {
    ...{ experience_id: experience.id, experience: experience.name, segment },
    ...{ variation_id: variation.id, variation: variation.name },
    is_baseline: experience.baseline === variation.id,
    ...{ exposed, users, open, active, total },
    ...{ mean: mean.estimate, mean_low: mean.low, mean_high: mean.high },
    difference: difference?.estimate ?? null,
    ...{ difference_low: difference?.low ?? null, difference_high: difference?.high ?? null },
    uplift: uplift?.estimate ?? null,
    ...{ uplift_low: uplift?.low ?? null, uplift_high: uplift?.high ?? null },
    ...{ p_value: variation.pValue, probability_best: variation.probabilityBest },
    ...{ expected_loss: variation.expectedLoss, meaning: variation.sentence },
    ...{ so_far_active: soFar.active, so_far_total: soFar.total, so_far_mean: soFar.estimate },
  };
}
