// How far back a site has events: by its term, and by what has been dropped already.
import type { Site } from '../../../context.ts';

const dayMs = 86_400_000;

/**
 * The start of the first day of which a site takes and keeps events, in ms since the epoch. What
 * was dropped under a shorter term does not come again under a longer one.
 */
export function eventsStart(
  {
    settings,
    eventsFrom,
  }: Pick<Site, 'eventsFrom'> & {
    readonly settings: Pick<Site['settings'], 'retentionDays'>;
  },
  now: number,
): number {
  const byTerm = (Math.floor(now / dayMs) - settings.retentionDays) * dayMs;
  return eventsFrom === null ? byTerm : Math.max(byTerm, Date.parse(eventsFrom));
}

/** The start of the first day of which a site's audit entries are kept. */
export function auditStart(
  { settings }: { readonly settings: Pick<Site['settings'], 'auditRetentionDays'> },
  now: number,
): number {
  return (Math.floor(now / dayMs) - settings.auditRetentionDays) * dayMs;
}
