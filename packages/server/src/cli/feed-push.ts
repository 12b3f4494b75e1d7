// attune feeds push, diff: makes a file a feed, or shows what would change.
import { basename } from 'node:path';
import { type CountedNote, twoWays } from '@attune/core';
import { type Command, InvalidArgumentError } from 'commander';
import {
  type ChangeOptions,
  type ChangeReport,
  compareRevisions,
  type FeedLine,
  feedFormats,
  listFeeds,
  nameWithSheet,
  putItems,
  type ReadFeedOptions,
  readFeedFile,
  shopAddress,
} from '../features/catalog/feeds/index.ts';
import { subcommand, wholeNumberOf } from './command.ts';
import { mappingFor } from './feed-mapping.ts';
import { requireExistingFeed, requireFeedId } from './feed-option.ts';
import { type Progress, progressBar, type Result } from './output.ts';
import { actor, withSite } from './session.ts';

interface PushOptions {
  readonly site: string;
  readonly feed: string;
  readonly map?: string;
  readonly suggested?: boolean;
  readonly base?: string;
  readonly format?: string;
  readonly encoding?: string;
  readonly sheet?: string;
  readonly allowShrink?: boolean;
}

const asUpload = (command: Command) =>
  command
    .requiredOption('--site <name>', 'the site')
    .requiredOption('--feed <id>', 'the feed')
    .option('--map <file>', 'a JSON file that maps the columns')
    .option('--suggested', 'map the columns as is suggested without a mapping')
    .option('--base <address>', "the shop's address, where the file has none: https://shop.example")
    .option('--format <format>', `${feedFormats.join(', ')}; detected unless given`)
    .option('--encoding <name>', 'utf-8, windows-1252, ...; detected unless given')
    .option(
      '--sheet <name>',
      "of xlsx; the mapping's unless given, else the first with rows that look like products",
    );

export const push: Command = asUpload(
  subcommand<PushOptions>(
    'push <file>',
    'Replace a feed with a file. `--allow-shrink` allows more than half of the items to go.',
    (options, file) => upload(file!, options, { allowShrink: options.allowShrink === true }),
  ),
).option('--allow-shrink', 'let more than half of the items go');

interface DiffOptions extends PushOptions {
  readonly from?: number;
  readonly to?: number;
}

export const diff: Command = asUpload(
  subcommand<DiffOptions>(
    'diff [file]',
    'Show what a push would change, or what differs between two revisions.',
    (options, file) => {
      const { from, to } = options;
      const isOfRevisions = from !== undefined || to !== undefined;
      if (isOfRevisions === (file !== undefined)) {
        throw new InvalidArgumentError('give a file, or --from and --to revisions');
      }
      return file === undefined ? compare(options) : upload(file, options, { dryRun: true });
    },
  ),
)
  .option('--from <revision>', 'the earlier revision', wholeNumberOf)
  .option('--to <revision>', 'the later one; default: the present one', wholeNumberOf);

const differencesMax = 10_000;

async function compare({ site: name, feed: id, from, to }: DiffOptions): Promise<Result> {
  return withSite(name, async (ctx, { site }) => {
    const { key, feed } = await requireExistingFeed(ctx, site.id, id);
    const revisions = {
      ...(from !== undefined && { from: String(from) }),
      ...(to !== undefined && { to: String(to) }),
    };
    const first = await compareRevisions(ctx, key, feed, { ...revisions, limit: '100' });
    const items = [...first.items];
    let { next } = first;
    while (next !== null && items.length < differencesMax) {
      const cursor = next;
      const page = await compareRevisions(ctx, key, feed, { ...revisions, limit: '100', cursor });
      items.push(...page.items);
      next = page.next;
    }
    const lines = items.map(({ sku, change, columns }) => {
      const names = columns.map(({ column }) => column).join(', ');
      return `  ${change.padEnd(8)}${sku}${change === 'changed' ? `: ${names}` : ''}`;
    });
    const more = next === null ? [] : [`  and more: only the first ${items.length} are shown`];
    const head = `From revision ${first.from} to ${first.to}: ${items.length} items differ.`;
    const json = { from: first.from, to: first.to, items, isComplete: next === null };
    return { json, text: [head, ...lines, ...more].join('\n') };
  });
}

async function upload(file: string, options: PushOptions, change: ChangeOptions): Promise<Result> {
  const format = feedFormats.find((known) => known === options.format);
  if (options.format !== undefined && !format) {
    throw new InvalidArgumentError(`--format is one of ${feedFormats.join(', ')}`);
  }
  if (options.map !== undefined && options.suggested) {
    throw new InvalidArgumentError('give --map or --suggested');
  }
  return withSite(options.site, async (ctx, { site }) => {
    const feedId = requireFeedId(options.feed);
    const shop = () => shopAddress(ctx.db, { siteId: site.id, feedId });
    const mapping = await mappingFor(
      file,
      { ...options, format },
      { vertical: site.vertical, shop },
    );
    const { encoding, sheet } = options;
    const note = nameWithSheet(basename(file), sheet ?? mapping?.sheet);
    const origin = { actor, way: 'command', note } as const;
    let read: string | undefined;
    const onSheet = (name: string) => {
      read = name;
    };
    const reading = { mapping, format, encoding, sheet, onSheet };
    const report = await withProgress(file, reading, (rows) =>
      putItems(ctx, { site, feedId }, rows, { ...change, origin }),
    );
    const feed = (await listFeeds(ctx, site.id)).find(({ id }) => id === feedId);
    const isSure = mapping?.numbersConfirmed === true;
    const notes = report.notes.filter(({ message }) => !(isSure && message === twoWays));
    return shown({ ...report, notes }, adviceOn(report, feed?.affinity ?? []), read);
  });
}

type FileReading = Pick<ReadFeedOptions, 'mapping' | 'format' | 'encoding' | 'sheet' | 'onSheet'>;

async function withProgress<T>(
  file: string,
  reading: FileReading,
  work: (rows: AsyncGenerator<FeedLine>) => Promise<T>,
): Promise<T> {
  const progress = progressBar('Reading');
  const state = { rows: 0, readBytes: 0, totalBytes: 0 };
  const rows = readFeedFile(file, {
    ...reading,
    onProgress: ({ readBytes, totalBytes }) => Object.assign(state, { readBytes, totalBytes }),
  });
  const startedAt = performance.now();
  const telling = setInterval(() => tell(progress, state, performance.now() - startedAt), 200);
  try {
    return await work(counted(rows, state));
  } finally {
    clearInterval(telling);
    tell(progress, state, performance.now() - startedAt);
    progress.done();
  }
}

interface Read {
  rows: number;
  readonly readBytes: number;
  readonly totalBytes: number;
}

async function* counted(rows: AsyncIterable<FeedLine>, state: Read): AsyncGenerator<FeedLine> {
  for await (const row of rows) {
    state.rows += 1;
    yield row;
  }
}

/** How much was read, how fast, and how long the rest will take. */
function tell(progress: Progress, { rows, readBytes, totalBytes }: Read, ms: number): void {
  const share = readBytes / Math.max(1, totalBytes);
  const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);
  const count = (value: number) => value.toLocaleString('en');
  const rate = count(Math.round(rows / Math.max(0.001, ms / 1000)));
  const left = share > 0 ? Math.ceil((ms * (1 / share - 1)) / 1000) : undefined;
  const isRead = share >= 1;
  progress.report(share, [
    ...(isRead || left === undefined ? [] : [`${count(left)} s left`]),
    `${count(rows)} ${rows === 1 ? 'row' : 'rows'}`,
    // How long that takes is unknown, and rows are not counted in it.
    isRead ? 'now compared with the feed' : `${rate} a second`,
    `${megabytes(readBytes)} of ${megabytes(totalBytes)} MB`,
  ]);
}

/** Columns that would make a better profile, where the feed's own are not in its items at all. */
function adviceOn({ measured }: ChangeReport, affinity: readonly string[]): readonly string[] {
  const isUsed = affinity.some((name) => measured?.columns.some(({ column }) => column === name));
  return isUsed ? [] : (measured?.suggestedAffinity ?? []);
}

const sayNote = ({ column, message, example, rows }: CountedNote) =>
  `  ${column} ${message} in ${rows} ${rows === 1 ? 'row' : 'rows'}, such as ${example}`;

function shown(
  report: ChangeReport,
  suggested: readonly string[],
  sheet: string | undefined,
): Result {
  const { added, changed, removed, unchanged, accepted, rejected, rejections } = report;
  const lines = [
    ...(sheet === undefined ? [] : [`The sheet ${sheet} was read.`]),
    `${accepted} rows accepted, ${rejected} rejected: ` +
      `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged.`,
    report.transactionId
      ? `The feed is at revision ${report.revision}.`
      : `Nothing was changed: this is what a push would do.${
          report.shrinks ? ' It would be refused without --allow-shrink.' : ''
        }`,
    ...rejections.slice(0, 20).map(({ item, message }) => `  ${item}: ${message}`),
    ...report.notes.map(sayNote),
    ...(report.skipped > 0
      ? [`  ${report.skipped} rows were passed over, as the mapping says.`]
      : []),
    ...(suggested.length > 0
      ? [
          `No item has an affinity column of the feed. Try: attune feeds set --affinity ${suggested}`,
        ]
      : []),
  ];
  const { measured: _, ...told } = report;
  const ofSheet = sheet === undefined ? {} : { sheet };
  const json = { ...told, ...ofSheet, suggestedAffinity: suggested };
  return { json, text: lines.join('\n') };
}
