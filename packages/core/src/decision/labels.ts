// Puts an explanation into sentences, the same for console, command line and API.

import type { ConditionTrace } from '../conditions/index.ts';
import { sayFirst } from '../text/say-first.ts';
import type { Explanation } from './explain.ts';

/** Names for what conditions refer to by id. */
export interface ExplanationNames {
  readonly audiences: ReadonlyMap<number, string>;
}

/** An explanation in words: what came of the campaign, and what of each experience. */
export interface ExplanationWords {
  readonly summary: string;
  readonly experiences: readonly {
    readonly id: number;
    readonly name: string;
    readonly sentence: string;
  }[];
}

/** As many values and conditions as a sentence names before it says how many more there are. */
const mostNamed = 3;
const longestValue = 60;

/** Says an explanation in words. Never throws. */
export function explainInWords(
  explanation: Explanation,
  names: ExplanationNames = { audiences: new Map() },
): ExplanationWords {
  return {
    summary: summaryOf(explanation),
    experiences: explanation.experiences.map((one) => ({
      id: one.id,
      name: one.name,
      sentence: sentenceOf(one, explanation, names),
    })),
  };
}

function summaryOf(explanation: Explanation): string {
  const { campaign, experiences, allocation, decision, now } = explanation;
  const { start, end } = campaign.schedule ?? {};
  switch (decision.reason as string) {
    case 'paused':
      return 'Nothing: the campaign is not live.';
    case 'not_started':
      return `Nothing: the campaign starts at ${start}; it was ${isoOf(now)}.`;
    case 'ended':
      return `Nothing: the campaign ended at ${end}; it was ${isoOf(now)}.`;
    case 'no_consent':
      return 'Nothing: the user has not consented, and the campaign does not serve without.';
    case 'no_account':
      return `Nothing: the campaign counts by account, and the request names no ${quoted(campaign.accountType ?? '')}.`;
    case 'no_experience_matched':
      return experiences.length === 0
        ? 'Nothing: the campaign has no experience.'
        : 'Nothing: no experience matches this visitor.';
    case 'preview_not_found':
      return 'Nothing: the campaign has no such experience or variation to preview.';
    case 'not_in_layer':
      return `Nothing: in its layer, this ${campaign.unit} belongs to another campaign, or to none.`;
  }
  if (!allocation) return `Nothing: ${decision.reason.replaceAll('_', ' ')}.`;
  return drawnIn(explanation, allocation);
}

/** What came of a draw, without the numbers that it was computed by. */
function drawnIn(
  { experiences, holdouts, decision }: Explanation,
  { experienceId, participation, variations }: NonNullable<Explanation['allocation']>,
): string {
  const experience = quoted(experiences.find(({ id }) => id === experienceId)?.name);
  const given = decision.draws.flatMap(({ variationId }) => {
    const found = variations.find(({ id }) => id === variationId);
    return found ? [`${quoted(found.name)}${found.isControl ? ' (control)' : ''}`] : [];
  });
  const what = `${given.join(', ')} of the experience ${experience}`;
  const holdout = holdouts.find(({ id }) => id === decision.holdoutId);
  if (holdout) {
    return `Nothing: this visitor is one of the ${percent(holdout.share)} of users in the holdout ${quoted(holdout.name)}, who get no experiences. Without it: ${what}.`;
  }
  if (given.length === 0) {
    const part = participation > 0 ? `only ${percent(participation)}` : 'none';
    return `Nothing: the experience ${experience} matches, but this visitor does not take part: ${part} of its visitors do.`;
  }
  const why: Readonly<Record<string, string>> = {
    preview: 'a preview, which is never counted',
    assigned: 'kept from an earlier exposure',
    forced: 'shown to a test user, which is never counted',
    affinity: 'its tags rank highest for the user',
    allocated:
      variations.length === 1
        ? 'its only variation'
        : 'drawn at random, by the weights of its variations',
  };
  return `${what}: ${why[decision.reason] ?? decision.reason.replaceAll('_', ' ')}.`;
}

const percent = (share: number) => `${Number((100 * share).toFixed(2))} %`;

function sentenceOf(
  { outcome, targeting }: Explanation['experiences'][number],
  { decision, preview }: Explanation,
  names: ExplanationNames,
): string {
  switch (outcome) {
    case 'previewed':
      return 'previewed, whatever its targeting';
    case 'forced':
      return "a test user's, whatever its targeting";
    case 'matched':
      return targeting === null ? 'matched: for all visitors' : 'matched';
    case 'not_matched':
      return `not matched: ${targeting ? failureIn(targeting, names) : 'its condition does not hold'}`;
    case 'not_reached':
      if (preview && decision.experienceId === null) return 'not reached: not what was previewed';
      return decision.experienceId === null
        ? `not reached: ${decision.reason.replaceAll('_', ' ')}`
        : 'not reached: an experience of higher priority was taken';
  }
}

/** Why a part does not hold: the first part that decided it, in the order of deciding. */
function failureIn(trace: ConditionTrace, names: ExplanationNames): string {
  const { operator, children = [], detail, path } = trace;
  if (detail !== undefined) return detail;
  if (operator === '$audience') return audienceFailure(trace, names);
  const failed = children.filter(({ pass }) => !pass);
  if (operator === '$and' && failed[0]) return failureIn(failed[0], names);
  if (operator === '$or')
    return sayFirst(
      failed.map((one) => failureIn(one, names)),
      mostNamed,
      ', and ',
    );
  const unwanted = children.find(({ pass }) => pass);
  if (operator === '$nor' || operator === '$not') {
    return unwanted
      ? `${holding(unwanted, names)}, which must not be`
      : 'a part of it may not hold';
  }
  if (path === undefined) return `${operator} does not hold`;
  return `${path} is ${shown(trace.actual)}, wanted ${wanted(operator, trace.expected)}`;
}

function audienceFailure({ expected, children = [] }: ConditionTrace, names: ExplanationNames) {
  const why = children[0] && !children[0].pass ? ` (${failureIn(children[0], names)})` : '';
  return `not in the audience ${audienceName(expected, names)}${why}`;
}

function holding(
  { operator, path, actual, expected, children }: ConditionTrace,
  names: ExplanationNames,
): string {
  if (operator === '$audience') return `in the audience ${audienceName(expected, names)}`;
  if (path !== undefined && !children) {
    return operator === '$eq'
      ? `${path} is ${shown(actual)}`
      : `${path} is ${shown(actual)}, ${wanted(operator, expected)}`;
  }
  return (
    sayFirst(
      (children ?? []).map((one) => holding(one, names)),
      mostNamed,
      ', and ',
    ) || 'a part of it holds'
  );
}

function audienceName(id: unknown, { audiences }: ExplanationNames): string {
  const name = audiences.get(id as number);
  return name === undefined ? String(id) : quoted(name);
}

const phrases: Readonly<Record<string, (expected: unknown) => string>> = {
  $eq: (expected) => shown(expected),
  $ne: (expected) => `anything but ${shown(expected)}`,
  $gt: (expected) => `more than ${shown(expected)}`,
  $gte: (expected) => `at least ${shown(expected)}`,
  $lt: (expected) => `less than ${shown(expected)}`,
  $lte: (expected) => `at most ${shown(expected)}`,
  $in: (expected) => `one of ${shown(expected)}`,
  $ini: (expected) => `one of ${shown(expected)} in any case`,
  $nin: (expected) => `none of ${shown(expected)}`,
  $nini: (expected) => `none of ${shown(expected)} in any case`,
  $all: (expected) => `all of ${shown(expected)}`,
  $exists: (expected) => (expected === false ? 'no value' : 'any value'),
  $type: (expected) => `a value of the type ${String(expected)}`,
  $size: (expected) => `a list of the length ${shown(expected)}`,
  $regex: (expected) => `a match of ${shown(expected)}`,
  $regexi: (expected) => `a match of ${shown(expected)} in any case`,
  $inGroup: (expected) => `a member of the group ${shown(expected)}`,
  $notInGroup: (expected) => `no member of the group ${shown(expected)}`,
};

function wanted(operator: string, expected: unknown): string {
  const phrase = phrases[operator];
  return phrase === undefined ? `${operator} ${shown(expected)}` : phrase(expected);
}

function shown(value: unknown): string {
  if (value === undefined) return 'not known';
  if (value === Number.POSITIVE_INFINITY) return 'infinite: it never was';
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : sayFirst(value.map(shown), mostNamed);
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= longestValue ? text : `${text.slice(0, longestValue).toWellFormed()}…`;
}

function quoted(name: string | undefined): string {
  return name === undefined ? 'of no name' : `"${name}"`;
}

function isoOf(time: number): string {
  return Number.isFinite(time) && Math.abs(time) <= 8.64e15
    ? new Date(time).toISOString()
    : String(time);
}
