// What the server finds on the site by what was typed, as commands that open it.
import type { FoundKind } from '@attune/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useContext } from 'react';
import { useLocation } from 'wouter';
import { type Answer, consoleApi } from '../api/endpoints.ts';
import { useAnswer } from '../api/queries.ts';
import { searchOf } from '../pages/api-keys/search.ts';
import type { IconName } from '../ui/icons.tsx';
import type { Command } from './commands.ts';
import { SiteContext } from './site-context.ts';

/** Typing rests for so long before it is searched. */
const stillMs = 150;

export interface FoundGroup {
  readonly title: string;
  readonly total: number;
  readonly commands: readonly Command[];
}

interface Shown {
  readonly title: string;
  readonly icon: IconName;
  /** The page that shows it, with the parameter that opens one, where there is one. */
  readonly address: string;
}

const shown: { readonly [Kind in Exclude<FoundKind, 'user'>]: Shown } = {
  campaign: { title: 'Campaigns', icon: 'campaign', address: 'campaigns?id=' },
  audience: { title: 'Audiences', icon: 'audience', address: 'audiences?id=' },
  template: { title: 'Templates', icon: 'picture', address: 'templates?id=' },
  feed: { title: 'Feeds', icon: 'feed', address: 'feeds?id=' },
  strategy: { title: 'Strategies', icon: 'strategy', address: 'strategies?id=' },
  metric: { title: 'Metrics', icon: 'metric', address: 'metrics' },
  layer: { title: 'Layers', icon: 'layers', address: 'layers' },
  holdout: { title: 'Holdouts', icon: 'holdout', address: 'holdouts' },
  key: { title: 'API Keys', icon: 'key', address: 'api-keys?key=' },
};

/** `isSearching`: what is found is still to come. */
export function useSearchOfSite(typed: string) {
  const site = useContext(SiteContext);
  const [, go] = useLocation();
  const wanted = searchOf(typed);
  const [still] = useDebouncedValue(wanted, stillMs);
  const isWanted = site !== undefined && still !== '';
  const asked = useAnswer(
    consoleApi.searchSite,
    { params: { site: site?.name ?? '' }, query: { q: still } },
    { isWanted },
  );
  const open = (cuid: string, cuidType: string) =>
    // A name of a person stays out of addresses, which are kept in histories.
    go(`/${site?.name}/users`, { state: { person: { cuid, cuidType } } });
  const isOfNow = still === wanted;
  const found = isWanted && isOfNow ? (asked.data?.found ?? []) : [];
  return {
    groups: found.map((one) => groupOf(one, site?.name ?? '', open)),
    isSearching: site !== undefined && wanted !== '' && (!isOfNow || asked.isPending),
    error: isWanted && isOfNow ? asked.error : null,
  };
}

type Found = Answer<'searchSite'>['found'][number];

function groupOf(
  { kind, total, items }: Found,
  site: string,
  open: (cuid: string, cuidType: string) => void,
): FoundGroup {
  if (kind === 'user') {
    const commands = items.map(({ name, detail }): Command => {
      const run = () => open(name, detail);
      return { id: `user ${detail}`, title: `Open user ${name}`, detail, icon: 'user', run };
    });
    return { title: 'Users', total, commands };
  }
  const { title, icon, address } = shown[kind];
  const commands = items.map(({ id, name, detail }) => ({
    ...{ id: `${kind} ${id}`, title: name, detail, icon },
    href: `/${site}/${address}${address.endsWith('=') ? encodeURIComponent(id) : ''}`,
  }));
  return { title, total, commands };
}
