// The second wall between sites: whoever asks for one of them reads and writes no row of another.
//
// The first wall is that every statement is written with its site's id. This one looks at each
// statement just before it is sent: one that is run for a site and names a table of sites' rows is
// refused unless it has a condition on the site and that site's id among its parameters.
import { AsyncLocalStorage } from 'node:async_hooks';
import { siteTableNames } from './site-tables.ts';

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

const within = new AsyncLocalStorage<number | undefined>();

/** Does something for a site; statements that are of no site, or of another, are errors in it. */
export const withinSite = <T>(siteId: number, work: () => T): T => within.run(siteId, work);

/** Does what is for all sites, in the course of something that is for one. */
export const beyondSite = <T>(work: () => T): T => within.run(undefined, work);

const siteTable = new RegExp(`\\b(${siteTableNames.join('|')})\\b`, 'i');
const sitesThemselves = /\b(from|join|into|update)\s+"?site"?(\s|$)/i;

/** Throws where a statement is not of the site that it is run for. */
export function holdToSite({ sql, parameters }: Statement): void {
  const siteId = within.getStore();
  if (siteId === undefined) return;
  const code = sql.replaceAll(/'[^']*'/g, "''");
  const isOfRows = siteTable.test(code);
  if (!isOfRows && !sitesThemselves.test(code)) return;
  // Of many rows at once each has its site's id, in a list.
  const names = (one: unknown) =>
    one === siteId || (Array.isArray(one) && one.length > 0 && one.every((id) => id === siteId));
  const isScoped = parameters.some(names) && (!isOfRows || /\bsite_id\b/.test(code));
  if (!isScoped) throw new Error(`A statement for site ${siteId} is not held to it: ${sql}`);
}
