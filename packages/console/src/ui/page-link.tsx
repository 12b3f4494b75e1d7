// A link to another page of the site, within a text.
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useSite } from '../shell/site-context.ts';

interface Given {
  /** The address below the site: `reports?campaign=7`. */
  readonly to: string;
  readonly children: ReactNode;
  readonly size?: 'xs' | 'sm';
}

export function PageLink({ to, children, size = 'sm' }: Given) {
  const { name } = useSite();
  return (
    <Anchor component={Link} href={`/${name}/${to}`} underline="always" size={size}>
      {children}
    </Anchor>
  );
}
