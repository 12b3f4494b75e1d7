// What a command works with: the database of a running server, or one started for the command.
import { readConfig } from '../config.ts';
import type { Context, SiteSnapshot } from '../context.ts';
import { findSite } from '../features/configuration/sites/index.ts';
import { createLog } from '../log/log.ts';
import { openResources, type Resources } from '../resources.ts';

/** The actor in the audit log for what is done through the command line. */
export const actor = 'command line';

/** Opens the resources for as long as `work` runs. */
export async function withResources<T>(work: (resources: Resources) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  // A person at a terminal wants to know of waiting and of trouble, not of every start.
  const log = createLog(process.env['LOG_LEVEL'] ?? 'warn');
  const stopping = new AbortController();
  const interrupt = () => stopping.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const resources = await openResources(config, log, { role: 'command', signal: stopping.signal });
  try {
    return await work(resources);
  } finally {
    await resources.close();
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

/** Opens the resources and the site that `--site` names. */
export async function withSite<T>(
  name: string,
  work: (ctx: Context, snapshot: SiteSnapshot, inbox: Resources['inbox']) => Promise<T>,
): Promise<T> {
  return withResources(async ({ ctx, inbox }) => {
    const id = await findSite(ctx, name);
    const snapshot = ctx.snapshots.site(id);
    if (!snapshot) throw new Error(`the site "${name}" could not be loaded`);
    return work(ctx, snapshot, inbox);
  });
}
