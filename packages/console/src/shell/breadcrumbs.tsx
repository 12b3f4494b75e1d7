// The way from the site to what is shown, above it: site, page, thing.
import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { SitePage } from '../pages.tsx';
import classes from './breadcrumbs.module.css';

interface Given {
  readonly site: string;
  readonly page: Pick<SitePage, 'path' | 'title'>;
  /** What is opened on the page, by its name; undefined: nothing is. */
  readonly thing: string | undefined;
}

export function Breadcrumbs({ site, page, thing }: Given) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={classes['crumbs']}>
        <Crumb title={site} href={`/${site}`} />
        <Crumb
          title={page.title}
          {...(thing !== undefined && {
            href: `/${site}/${page.path}`,
            name: `Back to ${page.title}`,
          })}
        />
        {thing !== undefined && <Crumb title={thing} />}
      </ol>
    </nav>
  );
}

interface Shown {
  readonly title: string;
  /** Absent: it is what is shown. */
  readonly href?: string;
  /** Tells a link from that of the navigation. */
  readonly name?: string;
}

function Crumb({ title, href, name = title }: Shown) {
  return (
    <li className={classes['crumb']}>
      {href === undefined ? (
        <Text span size="sm" c="dimmed" truncate aria-current="page">
          {title}
        </Text>
      ) : (
        <Anchor component={Link} href={href} aria-label={name} size="sm" c="dimmed" truncate>
          {title}
        </Anchor>
      )}
    </li>
  );
}
