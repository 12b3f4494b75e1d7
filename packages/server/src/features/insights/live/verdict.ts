// Does an event count for a person's affinity, and if not, why?
import { type AffinityValues, chooseProperties } from '@attune/core';
import type { SiteSnapshot } from '../../../context.ts';
import type { LiveEvent, PreferenceSignal } from '../../../log/live.ts';

export interface Verdict {
  readonly isUsed: boolean | null;
  readonly why: string;
}

type Rules = Pick<SiteSnapshot, 'feeds'> & {
  readonly site: { readonly settings: Pick<SiteSnapshot['site']['settings'], 'affinity'> };
};

/** The properties that a statement counts in, or why it does not. */
type Finding = { readonly counts: string } | { readonly fault: string };

const reasonsGiven = 3;

/**
 * Judges an event by the site's settings, and by its products as the feeds have them now. The
 * worker finds repeats later: of an event that is repeated each is judged alike.
 */
export function verdictOf(
  { taste, isUsed, why }: Pick<LiveEvent, 'taste' | 'isUsed' | 'why'>,
  { site, feeds }: Rules,
  values: ReadonlyMap<string, AffinityValues>,
): Verdict {
  if (isUsed !== undefined) return { isUsed, why };
  const { affinity } = site.settings;
  const chosen = chooseProperties(affinity, feeds);
  const isRead = (property: string, { signal }: PreferenceSignal) =>
    chosen.properties === undefined ||
    chosen.properties.includes(property) ||
    (signal === 'inform' && chosen.readsInformed === true);
  const findings = taste.map((one): Finding => {
    const weight = affinity.weights[one.signal];
    if (weight === 0) return { fault: `the site gives ${one.signal} the weight 0` };
    const said = 'sku' in one ? values.get(one.sku) : new Map([[one.property, []]]);
    if (!said) return { fault: missing(one, feeds.length > 0) };
    if (said.size === 0) return { fault: `${nameOf(one)} has nothing in ${columnsOf(feeds)}` };
    const read = [...said.keys()].filter((property) => isRead(property, one));
    if (read.length > 0)
      return { counts: `${one.signal} counts ${sideOf(weight)} ${read.join(', ')}` };
    const names = [...said.keys()].join(', ');
    return { fault: `${names} is not among the affinity properties of the site` };
  });
  const counts = distinct(findings.flatMap((one) => ('counts' in one ? [one.counts] : [])));
  const errors = distinct(findings.flatMap((one) => ('fault' in one ? [one.fault] : [])));
  const said = [why, ...counts, ...errors.slice(0, reasonsGiven)].filter(Boolean);
  return { isUsed: counts.length > 0, why: said.join('; ') };
}

const sideOf = (weight: number) => (weight > 0 ? 'for' : 'against');
const distinct = (texts: readonly string[]) => [...new Set(texts)];
const nameOf = (taste: PreferenceSignal) =>
  'sku' in taste ? `the product ${taste.sku}` : taste.property;

function missing(taste: PreferenceSignal, hasFeeds: boolean): string {
  if (!hasFeeds) return 'the site has no feed to look products up in';
  return 'sku' in taste ? `no product of sku ${taste.sku} in any feed` : '';
}

function columnsOf(feeds: SiteSnapshot['feeds']): string {
  const columns = distinct(feeds.flatMap(({ affinity }) => affinity));
  if (columns.length === 0) return 'affinity columns, since the feeds have chosen none';
  return `the affinity columns (${columns.join(', ')})`;
}
