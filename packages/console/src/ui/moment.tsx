// A moment to the second, in the site's time zone: for logs, where "3 hours ago" says too little.
import { useContext } from 'react';
import { SiteContext } from '../shell/site-context.ts';
import { type MomentForm, sayMoment, sayRelative } from './say-time.ts';

/** Shows a moment of RFC 3339. */
export function Moment({ at, form }: { at: string; form?: MomentForm }) {
  const timeZone = useContext(SiteContext)?.timeZone ?? 'UTC';
  const date = new Date(at);
  return (
    <time
      dateTime={at}
      title={sayRelative(date)}
      style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
    >
      {sayMoment(date, timeZone, form)}
    </time>
  );
}
