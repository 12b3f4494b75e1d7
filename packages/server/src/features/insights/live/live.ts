// One look at a site's last requests and events; it is what keeps them being gathered.
import type { AnswerOf, consoleApi } from '@attune/contract';
import type { AffinityValues, Identifier } from '@attune/core';
import type { Context, SiteSnapshot } from '../../../context.ts';
import type { Entry } from '../../../log/live.ts';
import { selectAffinityValues } from '../../catalog/feeds/index.ts';
import { selectNames } from '../../people/identity/index.ts';
import { verdictOf } from './verdict.ts';

type Look = AnswerOf<typeof consoleApi.readLive>;

/**
 * What this node has seen of a site after the entry of a number, and since a teammate began to
 * look. Products are looked up here, not in the request that named them.
 */
export async function watchSite(
  ctx: Pick<Context, 'db' | 'live' | 'now'>,
  snapshot: SiteSnapshot,
  after: string,
): Promise<Look> {
  const all = ctx.live.watch(snapshot.site.id);
  const fresh = all.filter(({ number }) => number > Number(after));
  const found = await selectAffinityValues(ctx.db, snapshot.site.id, skusOf(fresh));
  const values = new Map([...found].map(([sku, valuesAt]) => [sku, valuesAt(ctx.now())]));
  const names = await selectNames(ctx.db, snapshot.site.id, usersOf(fresh));
  return {
    last: String(all[0]?.number ?? after),
    entries: fresh.map((entry) => ({
      ...shownOf(entry, snapshot, values),
      user: userOf(entry, names),
    })),
  };
}

const usersOf = (entries: readonly Entry[]) => [
  ...new Set(entries.flatMap((one) => ('userId' in one && one.userId ? [one.userId] : []))),
];

/** By name at the moment of the look: nothing of an erased person stays in memory. */
function userOf(entry: Entry, names: ReadonlyMap<string, Identifier>) {
  if (!('userId' in entry) || entry.userId === undefined) return null;
  return { id: entry.userId, name: names.get(entry.userId) ?? null };
}

function skusOf(entries: readonly Entry[]): string[] {
  const tastes = entries.flatMap((entry) => (entry.kind === 'event' ? entry.taste : []));
  return [...new Set(tastes.flatMap((taste) => ('sku' in taste ? [taste.sku] : [])))];
}

function shownOf(
  entry: Entry,
  snapshot: SiteSnapshot,
  values: ReadonlyMap<string, AffinityValues>,
): Omit<Look['entries'][number], 'user'> {
  const { number, kind, key, traceId } = entry;
  const at = new Date(entry.at).toISOString();
  const from = { number, at, kind, key, traceId, status: null, ms: null, decisionId: null };
  switch (entry.kind) {
    case 'request': {
      const { endpoint, status, ms, why } = entry;
      return { ...from, endpoint, status, ms, isUsed: null, why };
    }
    case 'decision': {
      const { selector, decisionId, why } = entry;
      return { ...from, endpoint: selector, decisionId, isUsed: null, why };
    }
    case 'event':
      return { ...from, endpoint: entry.name, ...verdictOf(entry, snapshot, values) };
  }
}
