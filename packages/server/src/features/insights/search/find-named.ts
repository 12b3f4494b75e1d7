// Finds things by parts of their names: pure.
import {
  consoleApi,
  type FoundKind,
  type FoundOutput,
  foundKinds,
  type Membership,
  mayUse,
} from '@attune/contract';
import { folded } from '@attune/core';

export interface Named {
  readonly kind: Exclude<FoundKind, 'user'>;
  readonly id: string;
  readonly name: string;
  /** Beside the name; see the contract. */
  readonly detail: string;
  /** What is searched, folded: the name first. */
  readonly text: string;
}

export function namedOf(
  kind: Named['kind'],
  id: string | number,
  name: string,
  detail = '',
): Named {
  // A key's source is no name of it.
  const searched = kind === 'key' ? [name, `${id}`] : [name, detail, `${id}`];
  return { kind, id: String(id), name, detail, text: searched.map(folded).join('\n') };
}

/** What opens each kind to a teammate: its list. */
const lists = {
  campaign: consoleApi.listCampaigns,
  audience: consoleApi.listAudiences,
  template: consoleApi.listTemplates,
  feed: consoleApi.listFeeds,
  strategy: consoleApi.listStrategies,
  metric: consoleApi.listMetrics,
  layer: consoleApi.listLayers,
  holdout: consoleApi.listHoldouts,
  key: consoleApi.listKeys,
  user: consoleApi.readUser,
} as const;

/** May a teammate find a kind of thing? */
export const mayFind = (kind: FoundKind, membership: Membership): boolean =>
  mayUse(lists[kind], membership);

/** Of each kind so many are answered. */
const shownMax = 20;

/** What has every word of a text in it, the best first. */
export function findNamed(names: readonly Named[], text: string): FoundOutput[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = names.filter((one) => words.every((word) => one.text.includes(word)));
  const byKind = Map.groupBy(found, ({ kind }) => kind);
  return foundKinds.flatMap((kind) => {
    const those = kind === 'user' ? undefined : byKind.get(kind);
    if (!those) return [];
    const items = those
      .map((one) => ({ ...one, rank: rankOf(one.text, words.join(' ')) }))
      .sort((one, other) => one.rank - other.rank || (one.text < other.text ? -1 : 1))
      .slice(0, shownMax)
      .map(({ id, name, detail }) => ({ id, name, detail }));
    return [{ kind, total: those.length, items }];
  });
}

/** 0: its name begins so; 1: a word of it does; 2: the rest. */
function rankOf(text: string, wanted: string): number {
  if (text.startsWith(wanted)) return 0;
  const at = text.indexOf(wanted);
  return at > 0 && !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 1 : 2;
}
