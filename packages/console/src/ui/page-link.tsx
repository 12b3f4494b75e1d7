// A link to another page of the site, within a text.
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useSite } from '../shell/site-context.ts';

/** `to` is the address below the site: `reports?campaign=7`. */
export function PageLink({ to, children }: { to: string; children: ReactNode }) {
  const { name } = useSite();
  return (
    <Anchor component={Link} href={`/${name}/${to}`} underline="always" size="sm">
      {children}
    </Anchor>
  );
}
