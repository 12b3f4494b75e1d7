// Reports one experience: from sums over its users to numbers with their meaning.
import type { ReportOutput } from '@attune/contract';
import {
  adjustByCovariate,
  checkSampleRatio,
  type ExperienceDefinition,
  type Interval,
  type Measured,
  measure,
} from '@attune/core';
import { baselineOf } from '../../experiences/campaigns/index.ts';
import { kindDefinitions, type Metric } from '../../experiences/metrics/index.ts';
import { cellsWithin, type Look } from './look.ts';
import {
  cappedSentence,
  comparedSentence,
  countOnly,
  cupedSentence,
  hiddenSentence,
  methodNote,
  ownSentence,
  ratioSentence,
} from './sentences.ts';
import type { Cell } from './store.ts';
import { type Comparison, outcomesIn, type Shares, sharesIn, sumOf, turned } from './sums.ts';

type Reported = ReportOutput['experiences'][number];
type VariationByDay = Reported['variations'][number];
type Variation = Omit<VariationByDay, 'daily'>;

/** An experience, its users, and how they are to be judged. */
export interface Judged {
  readonly definition: Pick<ExperienceDefinition, 'id' | 'name' | 'variations'>;
  readonly comparison: Comparison;
  /** Of `none`: why nothing is compared. */
  readonly why: string;
  readonly metric: Metric & { readonly currency: string };
  /** By allocation version, as far as publications say. */
  readonly known: Shares;
  readonly cells: readonly Cell[];
  readonly look: Look;
}

/** Most days of which the interval is shown: of a longer test, evenly apart. */
const mostIntervals = 40;
const unknown: Interval = { estimate: null, low: null, high: null };

/** Reports one experience. */
export function reportExperience(judged: Judged): Reported {
  const { definition, comparison, why, known, look } = judged;
  const cells = cellsWithin(look, judged.cells);
  const variations = withForgotten(definition.variations, cells);
  const shares = sharesIn(cells, comparison === 'fixed' ? known : new Map());
  const judge = (some: readonly Cell[]) => judgeVariations(judged, some, variations, shares);
  const daily = dailyOf({ ...judged, cells }, variations, shares);
  const bySegment = Map.groupBy(cells, ({ segment }) => segment);
  const sampleRatio = comparison === 'none' ? null : sampleRatioOf(judged.cells, shares);
  const reported = judge(cells);
  return {
    id: definition.id,
    name: definition.name,
    comparison,
    baseline: comparison === 'none' ? null : (baselineOf(variations)?.id ?? null),
    mixed: cells.reduce((sum, { mixed }) => sum + mixed, 0),
    variations: reported.map((one) => ({ ...one, daily: daily.get(one.id) ?? [] })),
    look,
    verdict: null,
    sampleRatio,
    allocationVersions: stratify(cells, shares),
    cuped: cupedOf({ ...judged, cells }),
    winsorised: winsorisedOf({ ...judged, cells }),
    segments: bySegment.has('')
      ? []
      : [...bySegment].map(([segment, those]) => ({ segment, variations: judge(those) })),
    sentence: [
      ...(sampleRatio?.isSuspicious ? [sampleRatio.sentence] : []),
      methodNote(comparison, why, look),
    ].join(' '),
  };
}

/** Each variation but the baseline against it, at an alpha of its own: what a verdict reads. */
export function compareExperience(
  judged: Judged,
  alpha: number,
): {
  readonly baseline: string;
  readonly baselineId: number | undefined;
  readonly of: ReadonlyMap<number, Measured>;
} {
  const { definition, comparison, metric, look, known } = judged;
  const cells = cellsWithin(look, judged.cells);
  const variations = withForgotten(definition.variations, cells);
  const shares = sharesIn(cells, comparison === 'fixed' ? known : new Map());
  const how = { kind: metric.kind, comparison, shares, look };
  const of = measureAll(cells, variations, metric, how, alpha);
  const baseline = baselineOf(variations);
  if (baseline) of.delete(baseline.id);
  return { baseline: baseline?.name ?? '', baselineId: baseline?.id, of };
}

interface Named {
  readonly id: number;
  readonly name: string;
  readonly payload: unknown;
}

/** Those that there are, and those that users were given before they went. */
function withForgotten(variations: readonly Named[], cells: readonly Cell[]): Named[] {
  const ids = new Set(cells.map(({ variationId }) => variationId));
  const gone = [...ids].filter((id) => !variations.some((one) => one.id === id));
  return [
    ...variations,
    ...gone.map((id) => ({ id, name: `Variation ${id} (removed)`, payload: undefined })),
  ];
}

function judgeVariations(
  { comparison, metric, look }: Judged,
  cells: readonly Cell[],
  variations: readonly Named[],
  shares: Shares,
): Variation[] {
  const how = { kind: metric.kind, comparison, shares, look };
  const baseline = baselineOf(variations);
  const measured = measureAll(cells, variations, metric, how);
  return variations.map((variation) => {
    const { id, name } = variation;
    const own = cells.filter(({ variationId }) => variationId === id);
    const { users, active, sum } = sumOf(own);
    const exposed = own.reduce((total, cell) => total + cell.exposed, 0);
    const result = measured.get(id);
    const value = result?.value ?? unknown;
    const isCompared = result?.comparison && comparison !== 'none' && baseline !== undefined;
    const alone =
      look.state === 'not-yet' && comparison !== 'none'
        ? hiddenSentence(name, exposed, look)
        : ownSentence(metric, name, users, value);
    const compared = isCompared ? ` ${comparedSentence(metric, baseline.name, result, look)}` : '';
    return {
      ...{ id, name, exposed, users, open: exposed - users, active, total: sum, mean: value },
      soFar: soFarOf(own, metric.kind, comparison),
      difference: isCompared ? (result.comparison?.difference ?? null) : null,
      uplift: isCompared ? (result.comparison?.uplift ?? null) : null,
      pValue: isCompared ? (result.comparison?.pValue ?? null) : null,
      probabilityBest: comparison === 'none' ? null : (result?.best ?? null),
      expectedLoss: comparison === 'none' ? null : (result?.loss ?? null),
      sentence: comparison === 'none' ? countOnly(metric, name, users, sum) : alone + compared,
    };
  });
}

/** What all exposed users did until now; under moving weights a plain mean would be biased. */
function soFarOf(
  cells: readonly Cell[],
  kind: Metric['kind'],
  comparison: Comparison,
): Variation['soFar'] {
  const sum = (of: (cell: Cell) => number) => cells.reduce((all, cell) => all + of(cell), 0);
  const active = sum(({ activeSoFar }) => activeSoFar);
  const total = sum(({ sumSoFar }) => sumSoFar);
  const isRatio = kindDefinitions[kind].statistic === 'ratio';
  const below = sum(({ exposed, otherSumSoFar }) => (isRatio ? otherSumSoFar : exposed));
  return {
    active,
    total,
    estimate: comparison === 'dynamic' || below === 0 ? null : total / below,
  };
}

/**
 * Measures the variations that have users, once it is time to look; the first of them stands in for
 * a missing baseline.
 */
function measureAll(
  cells: readonly Cell[],
  variations: readonly Named[],
  { better }: Pick<Metric, 'better'>,
  how: Parameters<typeof outcomesIn>[2] & Pick<Judged, 'look'>,
  alpha?: number,
): Map<number, Measured> {
  if (how.look.state === 'not-yet') return new Map();
  const ids = variations
    .map(({ id }) => id)
    .filter((id) => cells.some((cell) => cell.variationId === id && cell.users > 0));
  if (ids.length === 0) return new Map();
  const baseline = baselineOf(variations)?.id;
  const control = ids.indexOf(baseline ?? 0);
  const outcomes = outcomesIn(cells, ids, how);
  const look = how.look.state === 'done' ? 'once' : 'any-time';
  const measured = measure(outcomes, Math.max(0, control), alpha, look);
  const chances = better === 'lower' ? measure(turned(outcomes), 0) : measured;
  return new Map(
    measured.map((one, at): [number, Measured] => {
      const { best, loss } = chances[at]!;
      return [ids[at]!, { ...one, best, loss, ...(control < 0 && { comparison: null }) }];
    }),
  );
}

/** By variation: what each day added, and what was known at its end. */
function dailyOf(
  judged: Judged,
  variations: readonly Named[],
  shares: Shares,
): Map<number, VariationByDay['daily']> {
  const { cells, comparison, metric, look } = judged;
  const how = { kind: metric.kind, comparison, shares, look };
  const days = [...new Set(cells.map(({ day }) => day))].sort();
  const every = Math.ceil(days.length / mostIntervals);
  const byVariation = new Map<number, VariationByDay['daily']>();
  for (const [at, day] of days.entries()) {
    // A planned look is at its end alone.
    const isShown =
      look.state === 'done' ? at === days.length - 1 : (days.length - 1 - at) % every === 0;
    const sofar = isShown ? cells.filter((cell) => cell.day <= day) : [];
    const measured = measureAll(sofar, variations, metric, how);
    for (const { id } of variations) {
      const own = cells.filter((cell) => cell.day === day && cell.variationId === id);
      const { users, active, sum } = sumOf(own);
      const exposed = own.reduce((total, cell) => total + cell.exposed, 0);
      const mean = measured.get(id)?.value ?? unknown;
      const series = byVariation.get(id) ?? [];
      byVariation.set(id, [...series, { day, exposed, users, active, total: sum, mean }]);
    }
  }
  return byVariation;
}

/** Whether users came as they were drawn. */
export function sampleRatioOf(cells: readonly Cell[], shares: Shares): Reported['sampleRatio'] {
  const counts = new Map<number, number>();
  const expected = new Map<number, number>();
  const add = (to: Map<number, number>, id: number, count: number) =>
    to.set(id, (to.get(id) ?? 0) + count);
  for (const [version, those] of Map.groupBy(cells, (cell) => cell.version)) {
    const drawn = those.reduce((sum, cell) => sum + cell.drawn, 0);
    for (const [id, share] of shares.get(version) ?? []) add(expected, id, drawn * share);
    for (const { variationId, drawn: own } of those) add(counts, variationId, own);
  }
  const ids = [...expected.keys()];
  if (ids.length < 2) return null;
  const found = checkSampleRatio(
    ids.map((id) => counts.get(id) ?? 0),
    ids.map((id) => expected.get(id) ?? 0),
  );
  return {
    pValue: found.pValue,
    isSuspicious: found.isSuspect,
    sentence: ratioSentence(found),
    diagnosis: null,
  };
}

function stratify(cells: readonly Cell[], shares: Shares): Reported['allocationVersions'] {
  const byVersion = [...Map.groupBy(cells, (cell) => cell.version)].sort(([a], [b]) => a - b);
  return byVersion.map(([version, those]) => ({
    version,
    variations: [...(shares.get(version) ?? [])].map(([id, share]) => ({
      ...{ id, share },
      exposed: those.reduce((n, cell) => n + (cell.variationId === id ? cell.exposed : 0), 0),
    })),
  }));
}

function cupedOf({ metric, comparison, cells }: Judged): Reported['cuped'] {
  if (comparison !== 'fixed') return null;
  const ids = [...new Set(cells.map(({ variationId }) => variationId))];
  const outcomes = outcomesIn(cells, ids, { kind: metric.kind, comparison, shares: new Map() });
  if (outcomes.kind !== 'adjusted') return null;
  const { explained } = adjustByCovariate(outcomes.strata);
  return { explained, sentence: cupedSentence(explained) };
}

function winsorisedOf({ metric, cells }: Judged): Reported['winsorised'] {
  const at = cells.find(({ cap }) => cap !== null)?.cap ?? null;
  if (at === null) return null;
  const users = cells.reduce((sum, { capped }) => sum + capped, 0);
  return { at, users, sentence: cappedSentence(metric, at, users) };
}
