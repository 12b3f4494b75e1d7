// What the command palette offers by itself: pages, actions, other sites, colours, the account.
import { mayUse } from '@attune/contract';
import { useMantineColorScheme } from '@mantine/core';
import { useContext } from 'react';
import { useLocation } from 'wouter';
import type { IconName } from '../ui/icons.tsx';
import { schemes } from './colour-scheme.tsx';
import { useSignOut } from './sign-out.ts';
import { pagesOf } from './site-content.tsx';
import { type Site, SiteContext, useSession } from './site-context.ts';
import { addressOn } from './site-switcher.tsx';

export interface Command {
  /** Tells it from all others of the palette. */
  readonly id: string;
  readonly title: string;
  /** Beside the title, quieter. */
  readonly detail?: string;
  readonly icon: IconName;
  /** Where it leads, as a link; else `run` is what it does. */
  readonly href?: string;
  readonly run?: () => void;
}

export function useCommands(): readonly Command[] {
  const { sites } = useSession();
  const site = useContext(SiteContext);
  const [location] = useLocation();
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const others = sites.filter(({ name }) => name !== site?.name);
  return [
    ...(site ? pagesAndActions(site) : []),
    ...others.map((other): Command => {
      const title = `Switch to site ${other.name}`;
      return { id: title, title, icon: 'site', href: addressOn(other, location) };
    }),
    ...schemes.map(({ scheme, title, icon }): Command => {
      const run = () => setColorScheme(scheme);
      return { id: `colours ${scheme}`, title: `Colours: ${title}`, icon, run };
    }),
    { id: 'account', title: 'Account', icon: 'account', href: '/account' },
    { id: 'sign out', title: 'Sign out', icon: 'signOut', run: () => signOut.mutate() },
  ];
}

function pagesAndActions(site: Site): Command[] {
  return pagesOf(site).flatMap(({ path, title, icon, actions = [] }) => {
    const href = `/${site.name}/${path}`;
    const offered = actions.filter(({ needs }) => mayUse(needs, site));
    return [
      { id: href, title, icon, href },
      ...offered.map((action): Command => {
        const to = `${href}${action.search}`;
        return { id: to, title: action.title, icon: 'plus', href: to };
      }),
    ];
  });
}
