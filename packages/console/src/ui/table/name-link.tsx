// The name of a row, as the link to it.
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useSite } from '../../shell/site-context.ts';

interface Given {
  /** The address below the site: `campaigns?id=7`. */
  readonly to: string;
  readonly children: string;
}

export function NameLink({ to, children }: Given) {
  const { name: site } = useSite();
  return (
    <Anchor component={Link} href={`/${site}/${to}`} size="sm" fw={600}>
      {children}
    </Anchor>
  );
}
