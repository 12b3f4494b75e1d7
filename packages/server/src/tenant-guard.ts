// The second guard between sites: code that runs for one site reads and writes no row of another.
//
// The first guard is that every statement is written with its site's id. This one looks at each
// statement just before it is sent: one that is run for a site and names a table of sites' rows is
// refused unless it has a condition on the site and that site's id among its parameters.
import { AsyncLocalStorage } from 'node:async_hooks';
import { siteTableNames } from './site-tables.ts';

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

const within = new AsyncLocalStorage<number | undefined>();

/** Runs work for a site; statements for no site, or for another one, throw in it. */
export const withinSite = <T>(siteId: number, work: () => T): T => within.run(siteId, work);

/** Runs work for all sites, within work that is for one. */
export const acrossSites = <T>(work: () => T): T => within.run(undefined, work);

const siteTable = new RegExp(`\\b(${siteTableNames.join('|')})\\b`, 'i');
const sitesThemselves = /\b(from|join|into|update)\s+"?site"?(\s|$)/i;

/** Throws where a statement is not scoped to the site that it is run for. */
export function guardStatement({ sql, parameters }: Statement): void {
  const siteId = within.getStore();
  if (siteId === undefined) return;
  const code = sql.replaceAll(/'[^']*'/g, "''");
  const isOfRows = siteTable.test(code);
  if (!isOfRows && !sitesThemselves.test(code)) return;
  // Of many rows at once each has its site's id, in a list.
  const names = (one: unknown) =>
    one === siteId || (Array.isArray(one) && one.length > 0 && one.every((id) => id === siteId));
  const isScoped = parameters.some(names) && (!isOfRows || /\bsite_id\b/.test(code));
  if (!isScoped) throw new Error(`A statement for site ${siteId} is not scoped to it: ${sql}`);
}
