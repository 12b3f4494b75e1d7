// attune users ...
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import type { Command } from 'commander';
import { ApiError } from '../api-error.ts';
import type { FileLine } from '../features/catalog/feeds/index.ts';
import { importAttributes, readRequests } from '../features/people/attribute-imports/index.ts';
import { readLines } from '../features/people/lists/index.ts';
import { group, subcommand } from './command.ts';
import { type Progress, progressBar } from './output.ts';
import { actor, withSite } from './session.ts';

const rejectionsShown = 20;

const importFile = subcommand<{ site: string }>(
  'import <file>',
  'Import attributes of people from NDJSON or CSV, also as `.gz`.',
  ({ site }, file) =>
    withSite(site, async (ctx, snapshot) => {
      const progress = progressBar('Importing');
      try {
        const who = { siteId: snapshot.site.id, actor };
        const rows = await readUsersFile(file!, progress.report);
        const { rejections, ...done } = await importAttributes(ctx, who, snapshot, rows);
        const failed = rejections.flatMap(({ position, message }) =>
          message === null ? [] : [`  row ${position}: ${message}`],
        );
        const lines = [
          `${done.accepted} rows imported, ${done.rejected} rejected; transaction ${done.transaction_id}.`,
          ...failed.slice(0, rejectionsShown),
        ];
        return { json: { ...done, rejections: failed }, text: lines.join('\n') };
      } finally {
        progress.done();
      }
    }),
).requiredOption('--site <name>', 'the site');

async function readUsersFile(
  file: string,
  onProgress: Progress['report'],
): Promise<AsyncIterable<FileLine>> {
  const { size } = await stat(file).catch(() => {
    throw new ApiError('not_found', `There is no file ${file}.`);
  });
  const bytes = createReadStream(file);
  const isPacked = /\.gz$/i.test(file);
  const plain = isPacked ? bytes.pipe(createGunzip()) : bytes;
  const isCsv = /\.csv(\.gz)?$/i.test(file);
  const report = (count: number, isDone: boolean) => {
    const megabytes = (of: number) => (of / 1024 / 1024).toFixed(1);
    const share = isDone ? 1 : bytes.bytesRead / Math.max(1, size);
    onProgress(share, [
      `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`,
      ...(isDone ? ['now made durable'] : []),
      `${megabytes(isDone ? size : bytes.bytesRead)} of ${megabytes(size)} MB`,
    ]);
  };
  return reporting(readRequests(readLines(plain, isCsv), isCsv), report);
}

const rowsBetweenReports = 1_000;

async function* reporting(
  rows: AsyncIterable<FileLine>,
  report: (count: number, isDone: boolean) => void,
) {
  let count = 0;
  for await (const row of rows) {
    if (++count % rowsBetweenReports === 0) report(count, false);
    yield row;
  }
  report(count, true);
}

/** The commands of what a site knows of its users. */
export const userCommands: Command = group('users', 'Import attributes of users.', [importFile]);
