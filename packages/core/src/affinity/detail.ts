// A person's affinity in detail: what each value's rank was made of, and how sure that is.

import type { Profile } from '../profile/profile.ts';
import { compareByCodePoint } from '../text/characters.ts';
import { countsByValue } from './counts.ts';
import { type AffinityEdit, type AffinityEdits, editsOf, mutedValues } from './edits.ts';
import type { Normaliser } from './normaliser.ts';
import { rankValues } from './read.ts';
import { type Contribution, contributionsOf, scoreCounts } from './score.ts';
import type { AffinitySettings } from './settings.ts';

/** Evidence of so many events of today makes half of all confidence. */
const halfConfident = 4;
/** The most values without a rank that are listed, the latest. */
const mostUnranked = 50;

/** A value with all that its rank follows from. */
export interface DetailedValue {
  readonly value: string;
  /** null: it is not ranked, since it is muted or its score is not above 0. */
  readonly rank: number | null;
  /** What the person has shown, 0 where it has no rank; and what it is ranked by. */
  readonly score: number;
  readonly expected: number;
  /** What the events say before normalisation and edits; of dislikes below 0. */
  readonly points: number;
  /** Its part of the scores of all ranked values of the property. */
  readonly share: number;
  /** From 0, nothing known, towards 1: n / (n + 4) for n events, each as far as it remains. */
  readonly confidence: number;
  /** The last UTC day on which it was observed, days since the epoch; null: never. */
  readonly lastDay: number | null;
  readonly edit: AffinityEdit | null;
  readonly mutedBy: 'site' | 'teammate' | null;
  /** What the points are the sum of, the latest first. */
  readonly sources: readonly Contribution[];
}

/** Lays one property of a profile open: its ranked values in order, then those without a rank. */
export function detailProperty(
  profile: Profile,
  property: string,
  settings: AffinitySettings,
  normaliser: Normaliser | undefined,
  today: number,
  edits: AffinityEdits,
): DetailedValue[] {
  const counts = countsByValue(profile, property, settings, normaliser);
  const { isMuted, byValue } = editsOf(edits, property);
  const muted = mutedValues(settings, property);
  const isOut = isMuted || muted.isWhole;
  const ranked = isOut ? [] : rankValues(profile, property, settings, normaliser, today, edits);
  const byName = new Map(ranked.map((one) => [one.value, one]));
  const sum = ranked.reduce((all, { score }) => all + score, 0);
  const detail = (value: string): DetailedValue => {
    const cells = counts.get(value);
    const sources = cells ? contributionsOf(cells, property, settings, today) : [];
    const { rank = null, score = 0, expected = 0 } = byName.get(value) ?? {};
    const edit = byValue.get(value) ?? null;
    const bySite = muted.isWhole || muted.values.has(value);
    const byTeammate = isMuted || edit?.action === 'mute';
    return {
      ...{ value, rank, score, expected, edit },
      points: cells ? scoreCounts(cells, property, settings, today).score : 0,
      share: sum > 0 ? score / sum : 0,
      confidence: confidenceOf(sources, settings),
      lastDay: sources.at(-1)?.day ?? null,
      mutedBy: bySite ? 'site' : byTeammate ? 'teammate' : null,
      sources: sources.toReversed(),
    };
  };
  const others = [...new Set([...counts.keys(), ...byValue.keys()])]
    .filter((value) => !byName.has(value))
    .map(detail)
    .sort((a, b) => (b.lastDay ?? 0) - (a.lastDay ?? 0) || compareByCodePoint(a.value, b.value));
  return [...ranked.map(({ value }) => detail(value)), ...others.slice(0, mostUnranked)];
}

/** Events of signals that say nothing are no evidence; one for and one against are two. */
function confidenceOf(
  sources: readonly Contribution[],
  { weights }: Pick<AffinitySettings, 'weights'>,
): number {
  const events = sources
    .filter(({ signal }) => weights[signal] !== 0)
    .reduce((sum, { count, remains }) => sum + count * remains, 0);
  return events / (events + halfConfident);
}
