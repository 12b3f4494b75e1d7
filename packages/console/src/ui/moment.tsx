// A moment to the second, in the site's time zone: for logs, where "3 hours ago" says too little.
import { useContext } from 'react';
import { SiteContext } from '../shell/site-context.ts';
import { sayRelative } from './say-time.ts';

const forms = {
  /** "21 Nov 2026, 18:45:25" */
  full: { dateStyle: 'medium', timeStyle: 'medium' },
  /** "18:45:25" */
  clock: { timeStyle: 'medium' },
} as const;

/** Shows a moment of RFC 3339. */
export function Moment({ at, form = 'full' }: { at: string; form?: keyof typeof forms }) {
  const timeZone = useContext(SiteContext)?.timeZone ?? 'UTC';
  const date = new Date(at);
  const text = new Intl.DateTimeFormat('en-GB', { ...forms[form], timeZone }).format(date);
  return (
    <time
      dateTime={at}
      title={sayRelative(date)}
      style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
    >
      {text}
    </time>
  );
}
