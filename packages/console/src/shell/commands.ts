// What the command palette offers: pages, what can be begun on them, other sites, the account.
import { mayUse } from '@attune/contract';
import { useMantineColorScheme } from '@mantine/core';
import { useContext } from 'react';
import { useLocation } from 'wouter';
import type { IconName } from '../ui/icons.tsx';
import { schemes } from './colour-scheme.tsx';
import { useSignOut } from './sign-out.ts';
import { pagesOf } from './site-content.tsx';
import { SiteContext, useSession } from './site-context.ts';
import { addressOn } from './site-switcher.tsx';

export interface Command {
  readonly title: string;
  readonly icon: IconName;
  readonly run: () => void;
}

export function useCommands(): readonly Command[] {
  const { sites } = useSession();
  const site = useContext(SiteContext);
  const [location, go] = useLocation();
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const pages = site ? pagesOf(site) : [];
  return [
    ...pages.flatMap(({ path, title, icon, actions = [] }): Command[] => [
      { title, icon, run: () => go(`/${site?.name}/${path}`) },
      ...actions
        .filter(({ needs }) => site && mayUse(needs, site))
        .map(
          ({ title: action, search }): Command => ({
            title: action,
            icon: 'plus',
            run: () => go(`/${site?.name}/${path}${search}`),
          }),
        ),
    ]),
    ...sites
      .filter(({ name }) => name !== site?.name)
      .map(
        (other): Command => ({
          title: `Site ${other.name}`,
          icon: 'site',
          run: () => go(addressOn(other, location)),
        }),
      ),
    ...schemes.map(
      ({ scheme, title, icon }): Command => ({
        title: `Colours: ${title}`,
        icon,
        run: () => setColorScheme(scheme),
      }),
    ),
    { title: 'Account', icon: 'account', run: () => go('/account') },
    { title: 'Sign out', icon: 'signOut', run: () => signOut.mutate() },
  ];
}
