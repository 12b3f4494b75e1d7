// attune feeds ...
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  checkMapping,
  columnStats,
  type Item,
  type Mapping,
  readItem,
  suggestAffinityProperties,
} from '@attune/core';
import type { Command } from 'commander';
import type { Context, SiteSnapshot } from '../context.ts';
import {
  type ChangeOptions,
  type ChangeReport,
  changeFeedSettings,
  createFeed,
  type FeedFormat,
  type FeedLine,
  feedFormats,
  listFeeds,
  putItems,
  readFeedFile,
  readFeedId,
  rollbackFeed,
} from '../features/feeds/index.ts';
import { ApiError, refuseFaults } from '../refusal.ts';
import { group, listOf, subcommand, wholeNumberOf } from './command.ts';
import { progressBar, type Result, table } from './output.ts';
import { actor, withSite } from './session.ts';

interface CreateOptions {
  readonly site: string;
  readonly id?: string;
  readonly name: string;
  readonly affinity?: string[];
}

const create = subcommand<CreateOptions>('create', 'create an empty feed', (options) =>
  withSite(options.site, async (ctx, { site }) => {
    const { id, name, affinity } = options;
    const feed = await createFeed(ctx, site.id, { id, name, affinity }, actor);
    return { json: feed, text: `Feed ${feed.id}, "${feed.name}", is there and empty.` };
  }),
)
  .requiredOption('--site <name>', 'the site')
  .requiredOption('--name <name>', 'what it holds')
  .option('--id <id>', 'a 64-bit integer; drawn unless given')
  .option('--affinity <list>', 'columns that make the affinity profile', listOf);

const list = subcommand<{ site: string }>('list', 'list feeds', ({ site }) =>
  withSite(site, async (ctx, snapshot) => {
    const feeds = await listFeeds(ctx, snapshot.site.id);
    const head = ['ID', 'NAME', 'ITEMS', 'REVISION', 'AFFINITY'];
    const rows = feeds.map(({ id, name, items, revision, affinity }) => [
      id,
      name,
      String(items),
      String(revision),
      affinity.join(','),
    ]);
    return { json: { feeds }, text: table([head, ...rows]) };
  }),
).requiredOption('--site <name>', 'the site');

const set = subcommand<{ site: string; feed: string; affinity: string[] }>(
  'set',
  'choose the columns that make the affinity profile',
  ({ site, feed, affinity }) =>
    withSite(site, async (ctx, snapshot) => {
      const changed = await changeFeedSettings(ctx, snapshot.site.id, feed, { affinity }, actor);
      return {
        json: changed,
        text: `Feed ${feed}: ${affinity.join(', ')}. For events from now on.`,
      };
    }),
)
  .requiredOption('--site <name>', 'the site')
  .requiredOption('--feed <id>', 'the feed')
  .requiredOption('--affinity <list>', 'columns', listOf);

interface PushOptions {
  readonly site: string;
  readonly feed: string;
  readonly map?: string;
  readonly format?: string;
  readonly allowShrink?: boolean;
}

const asUpload = (command: Command) =>
  command
    .requiredOption('--site <name>', 'the site')
    .requiredOption('--feed <id>', 'the feed')
    .option('--map <file>', 'a JSON file that maps the columns')
    .option('--format <format>', `${feedFormats.join(', ')}; told by the file unless given`);

const push = asUpload(
  subcommand<PushOptions>('push <file>', 'make a feed of a file', (options, file) =>
    upload(file!, options, { allowShrink: options.allowShrink === true }),
  ),
).option('--allow-shrink', 'let more than half of the items go');

const diff = asUpload(
  subcommand<PushOptions>('diff <file>', 'say what a push would change', (options, file) =>
    upload(file!, options, { dryRun: true }),
  ),
);

async function upload(file: string, options: PushOptions, change: ChangeOptions): Promise<Result> {
  const mapping = options.map === undefined ? undefined : await readMapping(options.map);
  const format = feedFormats.find((known) => known === options.format);
  if (options.format !== undefined && !format) {
    throw new ApiError('invalid_request', `--format is one of ${feedFormats.join(', ')}.`);
  }
  return withSite(options.site, async (ctx, { site }) => {
    const feedId = requireId(options.feed);
    const report = await withProgress(file, mapping, format, (rows) =>
      putItems(ctx, { site, feedId }, rows, {
        ...change,
        origin: { actor, way: 'command', note: basename(file) },
      }),
    );
    return shown(report, await adviseOn(ctx, site, feedId, file, mapping, format));
  });
}

async function withProgress<T>(
  file: string,
  mapping: Mapping | undefined,
  format: FeedFormat | undefined,
  work: (rows: AsyncGenerator<FeedLine>) => Promise<T>,
): Promise<T> {
  const progress = progressBar('Reading');
  const rows = readFeedFile(file, {
    ...(mapping && { mapping }),
    ...(format && { format }),
    onProgress: ({ readBytes, totalBytes }) => {
      const megabytes = (readBytes / 1024 / 1024).toFixed(1);
      progress.report(readBytes / Math.max(1, totalBytes), `${megabytes} MB`);
    },
  });
  try {
    return await work(rows);
  } finally {
    progress.done();
  }
}

async function readMapping(file: string): Promise<Mapping> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ApiError('not_found', `There is no file ${file}.`);
  });
  const result = checkMapping(JSON.parse(text));
  if (result.ok) return result.mapping;
  refuseFaults(result.faults);
  throw new Error('a mapping with faults and without');
}

function requireId(text: string): string {
  const id = readFeedId(text);
  if (id === undefined) throw new ApiError('invalid_request', '--feed is a 64-bit integer.');
  return id;
}

const mostItemsLookedAt = 5_000;

/** Columns that would make a better profile, where the feed's own are not in its items at all. */
async function adviseOn(
  ctx: Context,
  site: SiteSnapshot['site'],
  feedId: string,
  file: string,
  mapping: Mapping | undefined,
  format: FeedFormat | undefined,
): Promise<string[]> {
  const feed = (await listFeeds(ctx, site.id)).find(({ id }) => id === feedId);
  const items: Item[] = [];
  const options = { ...(mapping && { mapping }), ...(format && { format }) };
  for await (const line of readFeedFile(file, options)) {
    const read = 'row' in line ? readItem(line.row, site.vertical) : undefined;
    if (read?.ok) items.push(read.item);
    if (items.length >= mostItemsLookedAt) break;
  }
  const isUsed = feed?.affinity.some((column) => items.some((item) => column in item));
  return isUsed ? [] : suggestAffinityProperties(columnStats(items), items.length);
}

function shown(report: ChangeReport, suggested: readonly string[]): Result {
  const { added, changed, removed, unchanged, accepted, rejected, rejections } = report;
  const lines = [
    `${accepted} rows accepted, ${rejected} rejected: ` +
      `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged.`,
    report.transactionId
      ? `The feed is at revision ${report.revision}.`
      : `Nothing was changed: this is what a push would do.${
          report.shrinks ? ' It would be refused without --allow-shrink.' : ''
        }`,
    ...rejections.slice(0, 20).map(({ item, message }) => `  ${item}: ${message}`),
    ...(suggested.length > 0
      ? [
          `No item has an affinity column of the feed. Try: attune feeds set --affinity ${suggested}`,
        ]
      : []),
  ];
  const { measured: _, ...told } = report;
  return { json: { ...told, suggestedAffinity: suggested }, text: lines.join('\n') };
}

const rollback = subcommand<{ site: string; feed: string; to: number }>(
  'rollback',
  'take a feed back to an earlier revision',
  ({ site: name, feed, to }) =>
    withSite(name, async (ctx, { site }) => {
      const report = await rollbackFeed(ctx, site.id, requireId(feed), to, { actor });
      const text = `The items are those of revision ${to} again, as revision ${report.revision}.`;
      return { json: report, text };
    }),
)
  .requiredOption('--site <name>', 'the site')
  .requiredOption('--feed <id>', 'the feed')
  .requiredOption('--to <revision>', 'the revision to go back to', wholeNumberOf);

/** The commands of feeds. */
export const feedCommands: Command = group('feeds', 'product feeds', [
  create,
  list,
  set,
  push,
  diff,
  rollback,
]);
