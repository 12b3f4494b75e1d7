// A person's affinity as teammates see it: ranks, and all that they follow from.
import type { AffinityDetailOutput } from '@attune/contract';
import {
  type AffinityEdit,
  type AffinitySettings,
  binBoundariesOf,
  type Contribution,
  type DetailedValue,
  detailProperty,
  siteWeightOf,
} from '@attune/core';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { type RankBasis, rankBasis } from '../../people/profiles/index.ts';
import type { Person } from './person.ts';

type Shown = AffinityDetailOutput['properties'][number];

const daysShown = 30;

/** Lays a person's affinity open, as it counts now. */
export function detailAffinity(
  ctx: Pick<Context, 'now'>,
  snapshot: SiteSnapshot,
  { userId, profile }: Person,
): AffinityDetailOutput {
  const basis = rankBasis(snapshot, ctx.now());
  const { settings } = basis;
  const { edits } = profile;
  const whole = new Map(
    edits.flatMap((edit) => (edit.value === undefined ? [[edit.property, edit]] : [])),
  );
  const mutedBySite = new Set(
    (settings.muted ?? []).flatMap((one) => (one.value === undefined ? [one.property] : [])),
  );
  // A property that is muted as a whole is not read, but must be seen to be unmuted.
  const names = new Set([
    ...profile.properties(basis),
    ...[...whole.values()].map(({ property }) => property),
    ...mutedBySite,
  ]);
  const properties = [...names].sort().map((property): Shown => {
    const edit = whole.get(property);
    const byTeammate = edit?.action === 'mute';
    return {
      property,
      halfLifeDays: halfLifeOf(settings, property),
      siteWeight: siteWeightOf(settings, basis.normaliser, property),
      edges: edgesIn(basis, property),
      edit: edit ? shownEdit(edit) : null,
      mutedBy: mutedBySite.has(property) ? 'site' : byTeammate ? 'teammate' : null,
      values: valuesOf(basis, { userId, profile }, property),
    };
  });
  return { userId, asOf: dateOf(basis.today), properties, edits: edits.map(shownEdit) };
}

function edgesIn({ settings, normaliser }: RankBasis, property: string): number[] | null {
  const edges = binBoundariesOf(settings.bandsByProperty, normaliser?.bands, property);
  return edges ? [...edges] : null;
}

function halfLifeOf(settings: AffinitySettings, property: string): number {
  const own = settings.halfLifeDaysByProperty;
  return own && Object.hasOwn(own, property) ? own[property]! : settings.halfLifeDays;
}

function valuesOf(
  { settings, normaliser, today }: RankBasis,
  { profile }: Person,
  property: string,
): Shown['values'] {
  const { edits } = profile;
  return detailProperty(profile.decode(), property, settings, normaliser, today, edits).map(shown);
}

function shown({ lastDay, edit, sources, ...value }: DetailedValue): Shown['values'][number] {
  const latest = sources.slice(0, daysShown);
  return {
    ...value,
    lastSeenOn: lastDay === null ? null : dateOf(lastDay),
    edit: edit ? shownEdit(edit) : null,
    signals: signalsOf(sources),
    days: latest.map(({ day, signal, count, points }) => ({
      ...{ day: dateOf(day), signal, count, points },
    })),
  };
}

/** The same by signal, what adds or takes away most first. */
function signalsOf(sources: readonly Contribution[]) {
  const bySignal = Map.groupBy(sources, ({ signal }) => signal);
  return [...bySignal]
    .map(([signal, those]) => ({
      signal,
      count: those.reduce((sum, { count }) => sum + count, 0),
      points: those.reduce((sum, { points }) => sum + points, 0),
    }))
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
}

const shownEdit = ({ day, ...edit }: AffinityEdit) => ({ ...edit, on: dateOf(day) });

const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
