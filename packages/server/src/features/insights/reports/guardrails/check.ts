// Guardrails of a campaign: from sums over everyone exposed to who is worse off, and why.
import {
  checkGuardrail,
  type ExperienceDefinition,
  type GuardrailCheck,
  type GuardrailOutcomes,
  guardrailAlpha,
} from '@attune/core';
import { baselineOf, type GuardrailSeen } from '../../../experiences/campaigns/index.ts';
import { kindDefinitions, type Metric } from '../../../experiences/metrics/index.ts';
import { type Campaign, comparisonOf, type GuardrailInput, sharesPublished } from '../campaign.ts';
import type { Cell } from '../store.ts';
import { sharesIn, sumOf } from '../sums.ts';

/** A guardrail, its metric, and what everyone exposed did by it. */
export interface Guarded {
  readonly rule: GuardrailInput;
  readonly metric: Metric;
  readonly cells: readonly Cell[];
}

const usualMargin = 0.05;
const usualMinimum = 100;

/** A variation and the one that it is compared with. */
interface Pair {
  readonly experience: ExperienceDefinition;
  readonly control: ExperienceDefinition['variations'][number];
  readonly variation: ExperienceDefinition['variations'][number];
}

/** Checks every variation by every guardrail, which share what may be wrong among them. */
export function checkGuardrails(campaign: Campaign, guarded: readonly Guarded[]): GuardrailSeen[] {
  const pairs = pairsOf(campaign);
  const alpha = guardrailAlpha(guarded.length, pairs.length);
  return guarded.flatMap(({ rule, metric, cells }) =>
    pairs.map((pair) => {
      const { margin = usualMargin, minimumUsers: usersNeeded = usualMinimum } = rule;
      const outcomes = outcomesOf(campaign, pair, metric, cells);
      const check = checkGuardrail(outcomes, { better: metric.better, margin, alpha, usersNeeded });
      const users = fewestIn(outcomes);
      return {
        ...{ metric: metric.id, name: metric.name },
        ...{ experience: pair.experience.name, variation: pair.variation.name },
        ...{ change: check.change, users, status: statusOf(check, users, usersNeeded) },
      };
    }),
  );
}

function statusOf({ isBreached }: GuardrailCheck, users: number, needed: number) {
  if (isBreached) return 'breached';
  return users < needed ? 'waiting' : 'ok';
}

/** Each variation with the control of its experience, where users were drawn by fixed weights. */
function pairsOf({ definition }: Campaign): Pair[] {
  return definition.experiences.flatMap((experience) => {
    if (comparisonOf(definition, experience).comparison !== 'fixed') return [];
    const control = baselineOf(experience.variations);
    return experience.variations
      .filter((variation) => variation !== control && variation.weight > 0)
      .map((variation) => ({ experience, control: control!, variation }));
  });
}

/** By allocation version, as far as both of a pair were given in it. */
function outcomesOf(
  { published }: Campaign,
  { experience, control, variation }: Pair,
  { kind }: Metric,
  cells: readonly Cell[],
): GuardrailOutcomes {
  const own = cells.filter(({ experienceId }) => experienceId === experience.id);
  const known = sharesIn(own, sharesPublished(published, experience.id));
  const found = [...known].flatMap(([version, chances]) => {
    const [base = 0, given = 0] = [chances.get(control.id), chances.get(variation.id)];
    if (base === 0 || given === 0) return [];
    const of = (id: number) =>
      sumOf(own.filter((cell) => cell.version === version && cell.variationId === id));
    return [{ share: given / (base + given), stratum: [of(control.id), of(variation.id)] }];
  });
  const strata = found.map(({ stratum }) => stratum);
  const { statistic } = kindDefinitions[kind];
  return statistic === 'rate'
    ? { kind: 'rate', strata, shares: found.map(({ share }) => share) }
    : { kind: statistic, strata };
}

function fewestIn({ strata }: GuardrailOutcomes): number {
  const users = [0, 1].map((at) => strata.reduce((sum, one) => sum + (one[at]?.users ?? 0), 0));
  return Math.min(...users);
}

/** Why a campaign goes back: "Purchases of B 48 % below the control (tolerated: 5 %)". */
export function sayBreach(
  { metric, name, variation, change }: GuardrailSeen,
  rules: readonly GuardrailInput[],
): string {
  const { margin = usualMargin } = rules.find((one) => one.metric === metric) ?? {};
  const by = change === null ? 'worse than' : `${percent(Math.abs(change))} ${sideOf(change)}`;
  return `${name} of "${variation}" ${by} the control (tolerated: ${percent(margin)})`;
}

const sideOf = (change: number) => (change < 0 ? 'below' : 'above');
const percent = (share: number) => `${Number((share * 100).toFixed(1))} %`;
