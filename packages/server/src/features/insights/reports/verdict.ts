// The verdict of an experience: its primary metric, corrected for all that is compared with it.
import type { ReportOutput } from '@attune/contract';
import { holm, type Interval, reachVerdict, type VerdictReached } from '@attune/core';
import type { Design } from '../../experiences/campaigns/index.ts';
import type { Metric } from '../../experiences/metrics/index.ts';
import { compareExperience, type Judged } from './experience.ts';
import type { Cell } from './store.ts';
import { describeVerdict, type VerdictFacts } from './verdict-sentences.ts';

export type Verdict = NonNullable<ReportOutput['experiences'][number]['verdict']>;

const dayMs = 86_400_000;
const unknown: Interval = { estimate: null, low: null, high: null };
/** Traffic is that of so many last days. */
const recentDays = 7;

/**
 * The verdict of an experience that is judged by some metrics, the primary one first; null where
 * nothing is compared.
 */
export function verdictOf(
  byMetric: readonly Judged[],
  design: Design,
  asOf: Date,
  isRatioSuspect: boolean,
): Verdict | null {
  const [primary] = byMetric as [Judged];
  const { comparison, metric, look, cells } = primary;
  const given = primary.definition.variations.filter(({ weight }) => weight > 0);
  if (comparison === 'none' || given.length < 2) return null;
  const { baseline, baselineId } = compareExperience(primary, design.alpha);
  const others = given.filter(({ id }) => id !== baselineId);
  const together = design.alpha / Math.max(1, others.length * byMetric.length);
  const compared = byMetric.map((judged) => compareExperience(judged, together).of);
  const all = byMetric.flatMap((judged, at) =>
    others.map(({ id }) => ({
      metric: judged.metric.id,
      variation: id,
      pValue: compared[at]?.get(id)?.comparison?.pValue ?? 1,
    })),
  );
  const adjusted = holm(all.map(({ pValue }) => pValue));
  const comparisons = all.map((one, at) => ({ ...one, adjusted: adjusted[at]! }));
  const variations = others.map(({ id }, at) => ({
    id,
    pValue: comparisons[at]!.adjusted,
    uplift: compared[0]!.get(id)?.comparison?.uplift ?? unknown,
    users: usersOf(cells, id, 'users'),
  }));
  const reached = reachVerdict({
    ...{ isRatioSuspect, better: metric.better, alpha: design.alpha, variations },
    look: look.state === 'done' ? 'once' : look.state,
    minimumEffect: design.minimumEffect,
  });
  const daysLeft = daysLeftOf(reached, primary, given, asOf);
  const facts: VerdictFacts = {
    ...{ reached, metric, baseline, daysLeft, look },
    uplift: variations.find(({ id }) => 'variation' in reached && id === reached.variation)?.uplift,
    name: others.find(({ id }) => 'variation' in reached && id === reached.variation)?.name ?? '',
    worse: worseOf(byMetric, compared, comparisons, design, reached),
    exposed: Math.min(...given.map(({ id }) => usersOf(cells, id, 'exposed'))),
    comparisons: comparisons.length,
  };
  return {
    kind: reached.kind,
    variation: reached.kind === 'ship' ? reached.variation : null,
    daysLeft,
    largestDifference: reached.kind === 'no-difference' ? reached.largest : null,
    comparisons,
    ...describeVerdict(facts),
  };
}

const usersOf = (cells: readonly Cell[], id: number, of: 'users' | 'exposed') =>
  cells.reduce((sum, cell) => sum + (cell.variationId === id ? cell[of] : 0), 0);

/** Other metrics by which the variation to ship is worse. */
function worseOf(
  byMetric: readonly Judged[],
  compared: readonly ReturnType<typeof compareExperience>['of'][],
  comparisons: Verdict['comparisons'],
  { alpha }: Design,
  reached: VerdictReached,
): string[] {
  if (reached.kind !== 'ship') return [];
  const isWorse = ({ better }: Pick<Metric, 'better'>, at: number) => {
    const difference = compared[at]?.get(reached.variation)?.comparison?.difference.estimate ?? 0;
    return better === 'higher' ? difference < 0 : difference > 0;
  };
  return byMetric.flatMap(({ metric }, at) => {
    const found = comparisons.find(
      (one) => one.metric === metric.id && one.variation === reached.variation,
    );
    return found && found.adjusted <= alpha && isWorse(metric, at) ? [metric.name] : [];
  });
}

/** Days until the slowest variation has the users needed, and their windows have closed. */
function daysLeftOf(
  reached: VerdictReached,
  { cells, look, metric }: Judged,
  given: readonly { readonly id: number }[],
  asOf: Date,
): number | null {
  if (reached.kind !== 'continue' || look.state === 'done') return null;
  const needed = look.state === 'not-yet' ? look.usersNeeded : reached.users;
  if (needed === null) return null;
  const since = cells.map(({ day }) => Date.parse(day)).reduce((a, b) => Math.min(a, b), Infinity);
  const days = Math.min(recentDays, Math.max(1, (asOf.getTime() - since) / dayMs));
  const recent = cells.filter(({ day }) => asOf.getTime() - Date.parse(day) <= recentDays * dayMs);
  const left = given.map(({ id }) => {
    const missing = needed - usersOf(cells, id, 'exposed');
    return missing <= 0 ? 0 : missing / (usersOf(recent, id, 'exposed') / days);
  });
  const most = Math.max(...left);
  return Number.isFinite(most) ? Math.ceil(most + metric.windowHours / 24) : null;
}
