// Work of a worker that is done for one site after the other.
import type { Context } from './context.ts';
import { selectRevisions } from './features/configuration/sites/index.ts';

/** Does work for each site. What fails is logged, and keeps no other site from it. */
export async function forEachSite(
  { db, log }: Pick<Context, 'db' | 'log'>,
  what: string,
  work: (siteId: number) => Promise<unknown>,
): Promise<void> {
  for (const { id } of await selectRevisions(db)) {
    await work(id).catch((error) => {
      log.warn({ err: error, siteId: id }, `${what} of a site have to wait`);
    });
  }
}
