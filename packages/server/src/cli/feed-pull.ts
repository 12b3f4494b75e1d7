// attune feeds pull: a feed is fetched from its address now, which may be set by the way.
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { PullInput, PullRunOutput } from '@attune/contract';
import { type Command, InvalidArgumentError } from 'commander';
import type { Context } from '../context.ts';
import {
  askForRun,
  listRuns,
  mainPull,
  type PullRequest,
  replacePull,
  runDuePulls,
} from '../features/catalog/feeds/index.ts';
import { listOf, objectOf, subcommand, wholeNumberOf } from './command.ts';
import { requireExistingFeed } from './feed-option.ts';
import { exitCodes, type Result } from './output.ts';
import { actor, withSite } from './session.ts';

interface PullOptions {
  readonly site: string;
  readonly feed: string;
  readonly name: string;
  readonly columns?: readonly string[];
  readonly hostKey?: string;
  readonly s3Endpoint?: string;
  readonly s3Region?: string;
  readonly authorization?: string;
  readonly map?: string;
  readonly sheet?: string;
  readonly url?: string;
  readonly every?: number;
  readonly daily?: string;
}

export const pull: Command = subcommand<PullOptions>(
  'pull',
  'Fetch a feed from its address now. `--url` with `--every` or `--daily` sets address and schedule.',
  ({ site: siteName, feed: id, name, ...wanted }) =>
    withSite(siteName, async (ctx, { site }) => {
      const existing = await requireExistingFeed(ctx, site.id, id);
      const key = { ...existing.key, name };
      const request = { site, key, feedName: existing.feed.name, actor };
      const settings = await settingsOf({ name, ...wanted });
      if (settings) await replacePull(ctx, request, settings);
      await askForRun(ctx, request);
      return shown(await runNow(ctx, key));
    }),
)
  .requiredOption('--site <name>', 'the site')
  .requiredOption('--feed <id>', 'the feed')
  .option('--name <name>', 'which of its pulls', mainPull)
  .option('--url <address>', 'set from where it is fetched')
  .option('--every <minutes>', 'with --url: by which schedule, 5 to 10080', wholeNumberOf)
  .option('--daily <hh:mm>', "with --url: when each day, on the clock of the site's zone")
  .option(
    '--columns <names>',
    'with --url: the file changes these columns of items that are there, and nothing else',
    listOf,
  )
  .option('--map <file>', 'with --url: a JSON file that says which columns become which')
  .option('--sheet <name>', "with --url: of xlsx; else the mapping's")
  .option('--authorization <file>', 'with --url: a JSON file with what the source asks for')
  .option('--host-key <key>', 'with an sftp:// address: the host key that you accept')
  .option('--s3-endpoint <address>', 'with an s3:// address: where the bucket is')
  .option('--s3-region <region>', 'with an s3:// address: in which region');

async function settingsOf(wanted: Omit<PullOptions, 'site' | 'feed'>) {
  const { name, url, every, daily, columns } = wanted;
  if (url === undefined && every === undefined && daily === undefined && !columns) return undefined;
  if (url === undefined || (every === undefined) === (daily === undefined)) {
    throw new InvalidArgumentError('give --url with --every or --daily');
  }
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(name)) {
    throw new InvalidArgumentError('--name has small letters, digits and -, 40 at most');
  }
  const isTime = daily === undefined || /^([01]\d|2[0-3]):[0-5]\d$/.test(daily);
  if (!isTime || (every !== undefined && (every < 5 || every > 10_080))) {
    throw new InvalidArgumentError('--every is 5 to 10080 minutes, --daily a time such as 08:30');
  }
  const schedule = daily === undefined ? { everyMinutes: every! } : { dailyAt: daily };
  return {
    ...{ url, schedule, ...(columns && { onlyColumns: [...columns] }) },
    ...(await sourceOf(wanted)),
  } satisfies PullInput;
}

/** What an SFTP server or a bucket needs besides its address; secrets come from a file. */
async function sourceOf({
  hostKey,
  s3Endpoint: endpoint,
  s3Region: region,
  authorization,
  map,
  sheet,
}: Omit<PullOptions, 'site' | 'feed'>): Promise<Partial<PullInput>> {
  if ((endpoint === undefined) !== (region === undefined)) {
    throw new InvalidArgumentError('give --s3-endpoint and --s3-region together');
  }
  return {
    ...(hostKey !== undefined && { hostKey }),
    ...(endpoint !== undefined && region !== undefined && { s3: { endpoint, region } }),
    ...((map ?? sheet) !== undefined && { reading: await readingOf(map, sheet) }),
    ...(authorization !== undefined && {
      authorization: (await readObject(authorization)) as NonNullable<PullInput['authorization']>,
    }),
  };
}

async function readingOf(map: string | undefined, sheet: string | undefined) {
  const mapping = map === undefined ? {} : { mapping: await readObject(map) };
  return { ...mapping, ...(sheet !== undefined && { sheet }) };
}

async function readObject(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw new InvalidArgumentError(`${path} cannot be read: ${cause.code}`);
  });
  return objectOf(text);
}

/** A worker may have been faster: then its run is waited for. */
async function runNow(ctx: Context, key: PullRequest['key']): Promise<PullRunOutput> {
  await runDuePulls(ctx, new AbortController().signal);
  for (;;) {
    const { runs } = await listRuns(ctx, key, { name: key.name, limit: '1' });
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
