// attune events: imports events of files, and tries again what was set aside.
import type { Command } from 'commander';
import { retrySetAside, selectBacklog } from '../features/events/collect/index.ts';
import { group, subcommand } from './command.ts';
import { importEventFile } from './event-import.ts';
import { withSite } from './session.ts';

const retry = subcommand<{ site: string }>(
  'retry',
  'Try entries again that were set aside.',
  ({ site }) =>
    withSite(site, async (ctx, snapshot) => {
      const retried = await retrySetAside(ctx, snapshot.site.id);
      const { setAside } = await selectBacklog(ctx.db, snapshot.site.id);
      const text = `${retried} entries were worked off; ${setAside} are still set aside.`;
      return { json: { retried, setAside }, text };
    }),
).requiredOption('--site <name>', 'the site');

/** The commands of events. */
export const eventCommands: Command = group('events', 'Events of users.', [importEventFile, retry]);
