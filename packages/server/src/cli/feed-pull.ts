// attune feeds pull: a feed is fetched from its address now, which may be set by the way.
import { setTimeout as delay } from 'node:timers/promises';
import type { PullInput, PullRunOutput } from '@attune/contract';
import { type Command, InvalidArgumentError } from 'commander';
import type { Context } from '../context.ts';
import {
  askForRun,
  type ExistingFeed,
  listRuns,
  replacePull,
  runDuePulls,
} from '../features/catalog/feeds/index.ts';
import { subcommand, wholeNumberOf } from './command.ts';
import { requireExistingFeed } from './feed-option.ts';
import { exitCodes, type Result } from './output.ts';
import { actor, withSite } from './session.ts';

interface PullOptions {
  readonly site: string;
  readonly feed: string;
  readonly url?: string;
  readonly every?: number;
  readonly daily?: string;
}

export const pull: Command = subcommand<PullOptions>(
  'pull',
  'Fetch a feed from its address now. `--url` with `--every` or `--daily` sets address and schedule.',
  ({ site: name, feed: id, ...wanted }) =>
    withSite(name, async (ctx, { site }) => {
      const existing = await requireExistingFeed(ctx, site.id, id);
      const request = { site, key: existing.key, feedName: existing.feed.name, actor };
      const settings = settingsOf(wanted);
      if (settings) await replacePull(ctx, request, settings);
      await askForRun(ctx, request);
      return shown(await runNow(ctx, existing));
    }),
)
  .requiredOption('--site <name>', 'the site')
  .requiredOption('--feed <id>', 'the feed')
  .option('--url <address>', 'set from where it is fetched')
  .option('--every <minutes>', 'with --url: by which schedule, 5 to 10080', wholeNumberOf)
  .option('--daily <hh:mm>', "with --url: when each day, on the clock of the site's zone");

function settingsOf({ url, every, daily }: Omit<PullOptions, 'site' | 'feed'>) {
  if (url === undefined && every === undefined && daily === undefined) return undefined;
  if (url === undefined || (every === undefined) === (daily === undefined)) {
    throw new InvalidArgumentError('give --url with --every or --daily');
  }
  const isTime = daily === undefined || /^([01]\d|2[0-3]):[0-5]\d$/.test(daily);
  if (!isTime || (every !== undefined && (every < 5 || every > 10_080))) {
    throw new InvalidArgumentError('--every is 5 to 10080 minutes, --daily a time such as 08:30');
  }
  const schedule = daily === undefined ? { everyMinutes: every! } : { dailyAt: daily };
  return { url, schedule } satisfies PullInput;
}

/** A worker may have been faster: then its run is waited for. */
async function runNow(ctx: Context, { key }: ExistingFeed): Promise<PullRunOutput> {
  await runDuePulls(ctx, new AbortController().signal);
  for (;;) {
    const { runs } = await listRuns(ctx, key, { limit: '1' });
    const [last] = runs;
    if (last && last.status !== 'running') return last;
    await delay(500);
  }
}

function shown(run: PullRunOutput): Result {
  const { status, detail, accepted, rejected, revision } = run;
  const rows = `${accepted} rows accepted, ${rejected} rejected`;
  const made = revision === null ? '' : ` The feed is at revision ${revision}.`;
  const text = status === 'failed' ? `The fetch failed: ${detail}` : `${rows}: ${detail}${made}`;
  return { json: run, text, ...(status === 'failed' && { exitCode: exitCodes.refused }) };
}
