// A moment as people say it, with the exact one on hover, in the site's time zone.
import { useContext } from 'react';
import { SiteContext } from '../shell/site-context.ts';
import { sayExactly, sayRelative } from './say-time.ts';

/** Shows a moment of RFC 3339; `never` where there is none. */
export function Time({ at, never = 'never' }: { at: string | null; never?: string }) {
  const site = useContext(SiteContext);
  if (at === null) return never;
  const date = new Date(at);
  return (
    <time dateTime={at} title={sayExactly(date, site?.timeZone)} style={{ whiteSpace: 'nowrap' }}>
      {sayRelative(date)}
    </time>
  );
}
