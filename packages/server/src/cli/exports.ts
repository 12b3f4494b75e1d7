// attune export: what a site has, as files for a warehouse.
import { type Command, InvalidArgumentError } from 'commander';
import { ApiError } from '../api-error.ts';
import {
  type ExportFormat,
  type ExportKindName,
  type ExportResult,
  exportKinds,
  formats,
  openPlace,
} from '../features/operations/exports/index.ts';
import { group, subcommand } from './command.ts';
import { interruption } from './interruption.ts';
import { exitCodes, progressBar, type Result } from './output.ts';
import { withSite } from './session.ts';

interface ExportOptions {
  readonly site: string;
  /** Of kinds by day. */
  readonly since?: string;
  readonly until?: string;
  readonly format: ExportFormat;
  readonly to: string;
  readonly again?: boolean;
  readonly quiet?: boolean;
}

const names = Object.keys(exportKinds) as ExportKindName[];

/** The commands of exports. */
export const exportCommands: Command = group(
  'export',
  'Files of a site for a data warehouse.',
  names.map(commandOf),
);

function commandOf(name: ExportKindName): Command {
  const { about, isByDay } = exportKinds[name];
  const command = subcommand<ExportOptions>(name, `Export ${about}.`, (options) =>
    run(name, options),
  ).requiredOption('--site <name>', 'the site');
  if (isByDay) {
    command
      .requiredOption('--since <day>', 'the first day, YYYY-MM-DD (UTC)', dayOf)
      .option('--until <day>', 'the day after the last; today unless given', dayOf)
      .option('--again', 'write files again that are there and unchanged');
  }
  return command
    .requiredOption('--format <format>', Object.keys(formats).join(' or '), formatOf)
    .requiredOption('--to <place>', 'a folder, or s3://bucket/prefix')
    .option('--quiet', 'show no progress');
}

const dayText = (time: number) => new Date(time).toISOString().slice(0, 10);

function dayOf(text: string): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(time) && dayText(time) === text) return text;
  throw new InvalidArgumentError('It is a day, such as 2026-11-28.');
}

function formatOf(text: string): ExportFormat {
  if (Object.hasOwn(formats, text)) return text as ExportFormat;
  throw new InvalidArgumentError(`It is ${Object.keys(formats).join(' or ')}.`);
}

async function run(name: ExportKindName, options: ExportOptions): Promise<Result> {
  const { format, to, again = false, quiet = false } = options;
  return withSite(options.site, async (ctx, snapshot) => {
    const { since = '', until = dayText(ctx.now()) } = options;
    if (since >= until) {
      const detail = `--since ${since} must be before --until ${until}, which is no part of it.`;
      throw new ApiError('invalid_request', detail);
    }
    const interrupted = interruption();
    const target = await openPlace(to, ctx.config, interrupted.signal);
    const progress = progressBar('Exporting', { lines: true });
    const span = Date.parse(until) - Date.parse(since);
    const startedAt = performance.now();
    try {
      const result = await exportKinds[name].run(ctx, snapshot, {
        ...{ format, target, since, until, isAgain: again },
        signal: interrupted.signal,
        onProgress: ({ folder, rows }) => {
          if (quiet) return;
          const day = Date.parse(folder.slice(-'2026-11-28'.length));
          const share = Number.isNaN(day) ? 0 : (day - Date.parse(since)) / span;
          const seconds = Math.max(0.001, (performance.now() - startedAt) / 1000);
          const rate = Math.round(rows / seconds).toLocaleString('en');
          progress.report(share, [folder, `${rows.toLocaleString('en')} rows`, `${rate} a second`]);
        },
      });
      return { json: result, text: inWords(result, to) };
    } catch (error) {
      if (!interrupted.signal.aborted) throw error;
      const text = 'Interrupted. Whole files stay; the same command goes on from there.';
      return { json: { interrupted: true }, text, exitCode: exitCodes.interrupted };
    } finally {
      progress.done();
      interrupted.end();
    }
  });
}

function inWords({ kind, rows, files, bytes, unchanged, removed }: ExportResult, to: string) {
  const count = (number: number, one: string) =>
    `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`;
  return [
    `${count(rows, 'row')} of ${kind} in ${count(files, 'file')} (${count(bytes, 'byte')}) in ${to}.`,
    ...(unchanged > 0 ? [`${count(unchanged, 'part')} there already, unchanged.`] : []),
    ...(removed > 0 ? [`${count(removed, 'file')} removed, of which nothing is left.`] : []),
  ].join('\n');
}
