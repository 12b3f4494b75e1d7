// attune events import: events of a file, in whatever form it has them.
import { checkEventMapping, type EventMapping } from '@attune/core';
import { InvalidArgumentError } from 'commander';
import { ApiError, refuseInvalid } from '../api-error.ts';
import { type FeedFormat, feedFormats } from '../features/catalog/feeds/index.ts';
import {
  type ImportProgress,
  importEvents,
  type LookedEvents,
  lookAtEvents,
} from '../features/events/imports/index.ts';
import { recomputeTotals } from '../features/people/profiles/index.ts';
import { subcommand } from './command.ts';
import { importResult } from './event-import-result.ts';
import { interruption } from './interruption.ts';
import { readJsonFile } from './json-file.ts';
import { progressBar } from './output.ts';
import { rejectedRows } from './rejected-rows.ts';
import { withSite } from './session.ts';

interface ImportOptions {
  readonly site: string;
  readonly map?: string;
  readonly suggested?: boolean;
  readonly dryRun?: boolean;
  readonly rejected?: string;
  readonly format?: string;
  readonly encoding?: string;
  readonly identicalOnce?: boolean;
  readonly quiet?: boolean;
}

export const importEventFile = subcommand<ImportOptions>(
  'import <file>',
  'Import events from CSV, TSV, NDJSON or JSON, also packed by gzip or zip. Events that are there ' +
    'already change nothing.',
  (options, file) => run(file!, options),
)
  .requiredOption('--site <name>', 'the site')
  .option('--map <file>', 'a JSON file that says which columns make an event')
  .option('--suggested', 'map the columns as is suggested without a mapping')
  .option('--dry-run', 'show what would be sent, and change nothing')
  .option('--rejected <file>', 'write rejected rows and their reasons to a file: .csv or NDJSON')
  .option('--identical-once', 'count events once that say the same, also within the file')
  .option('--format <format>', 'csv, tsv, ndjson or json; detected unless given')
  .option('--encoding <name>', 'utf-8, windows-1252, ...; detected unless given')
  .option('--quiet', 'show no progress');

async function run(path: string, options: ImportOptions) {
  if (options.map !== undefined && options.suggested) {
    throw new InvalidArgumentError('give --map or --suggested');
  }
  const file = { path, format: formatOf(options.format), encoding: options.encoding };
  return withSite(options.site, async (ctx, snapshot, inbox) => {
    const looked = await lookAtEvents(file);
    const mapping = await mappingFor(path, looked, options);
    const interrupted = interruption();
    const rejected = await rejectedRows(options.rejected, looked.header);
    const progress = reporter(options.quiet === true);
    try {
      const report = await importEvents(ctx, snapshot, inbox, file, {
        ...{ mapping, isDryRun: options.dryRun === true },
        identicalAreOne: options.identicalOnce === true,
        ...{ onProgress: progress.report, onRejected: rejected.add, signal: interrupted.signal },
      });
      if (report.accepted > 0) await recomputeTotals(ctx, snapshot.site.id);
      return importResult(report, looked.preset, options.rejected);
    } finally {
      progress.done();
      await rejected.close();
      interrupted.end();
    }
  });
}

const eventFormats = feedFormats.filter((one) => !/xml|google/.test(one));

function formatOf(given: string | undefined): FeedFormat | undefined {
  const format = eventFormats.find((known) => known === given);
  if (given === undefined || format) return format;
  throw new InvalidArgumentError(`--format is one of ${eventFormats.join(', ')}`);
}

/** Says how far the import is, how fast, and how long the rest of the file will take. */
function reporter(isQuiet: boolean) {
  const bars = {
    Reading: progressBar('Reading', { lines: true }),
    Folding: progressBar('Folding', { lines: true }),
  };
  const startedAt = performance.now();
  let shown: keyof typeof bars | undefined;
  const done = () => {
    if (shown) bars[shown].done();
  };
  return {
    done,
    report({ stage, share, rows, events }: ImportProgress): void {
      if (isQuiet) return;
      if (shown !== stage) done();
      shown = stage;
      const ms = performance.now() - startedAt;
      const rate = Math.round(rows / Math.max(0.001, ms / 1000)).toLocaleString('en');
      const left = share > 0 ? Math.ceil((ms * (1 / share - 1)) / 1000) : undefined;
      const isReading = stage === 'Reading';
      bars[stage].report(share, [
        ...(isReading && left !== undefined ? [`${left.toLocaleString('en')} s left`] : []),
        ...(isReading ? [`${rows.toLocaleString('en')} rows`, `${rate} a second`] : []),
        `${events.toLocaleString('en')} events`,
      ]);
    },
  };
}

/** The mapping to read a file with; null: its rows are events as the API takes them. */
async function mappingFor(
  path: string,
  looked: LookedEvents,
  { map, suggested }: ImportOptions,
): Promise<EventMapping | null> {
  if (map !== undefined) return checked(await readJsonFile(map));
  const { mapping, preset, missing } = looked;
  if (mapping === null) return null;
  if (suggested && missing.length === 0) return checked(mapping);
  const lines = [
    `The rows of ${path} are no events as the API takes them, and nothing was changed.`,
    ...(preset === null ? [] : [`They look like ${preset}.`]),
    `This mapping takes ${looked.taken} of the first ${looked.taken + looked.faulty} rows${
      looked.left > 0 ? `, and leaves ${looked.left} out by their type` : ''
    }:`,
    JSON.stringify(mapping, null, 2),
    ...(looked.otherTypes.length > 0
      ? [`  Words for types that are not in it: ${looked.otherTypes.join(', ')}.`]
      : []),
    ...missing.map((part) => `  No column for ${part} was found: add it to the mapping.`),
    missing.length === 0
      ? 'Repeat with --suggested to take it, or save it, change it and repeat with --map FILE.'
      : 'Save it, change it and repeat with --map FILE.',
  ];
  throw new ApiError('invalid_request', lines.join('\n'));
}

function checked(json: unknown): EventMapping {
  const result = checkEventMapping(json);
  if (result.ok) return result.mapping;
  refuseInvalid(result.faults);
  throw new Error('a mapping with faults and without');
}
