// attune profile erase and export: one person, or all that a file names.
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type PeopleFile, readPeopleFile } from '@attune/core';
import type { Command } from 'commander';
import { ApiError } from '../api-error.ts';
import type { Context, SiteSnapshot } from '../context.ts';
import {
  erasePeople,
  exportPeople,
  exportPerson,
  isErasureDone,
  linesOf,
  readErasures,
  requestErasure,
  runErasures,
} from '../features/operations/personal-data/index.ts';
import { subcommand } from './command.ts';
import { type Progress, progressBar, type Result, table } from './output.ts';
import { personOf } from './person.ts';
import { actor, withSite } from './session.ts';

interface ManyOptions {
  readonly site: string;
  readonly type: string;
  readonly cuid?: string;
  readonly file?: string;
  readonly out?: string;
}

type People = PeopleFile['people'];

interface Told {
  readonly line: number;
  readonly detail: string;
}

/** So many are requested together: that says how far it is, and bounds what a node holds. */
const atOnce = 500;
const mostShown = 100;
/** Beside workers that are stopped or behind, nothing is waited for any longer. */
const patienceMs = 10_000;

const asPeople = (command: Command) =>
  command
    .requiredOption('--site <name>', 'the site')
    .option('--cuid <cuid>', "a person's identifier")
    .option('--file <path>', 'people instead: CSV, NDJSON, or one id a line')
    .option(
      '--type <type>',
      'kind of the identifiers that name none; `id`: of a device',
      'external',
    );

/** Throws where neither or both of a person and a file are given. */
async function readAsked({ cuid, file, type }: ManyOptions): Promise<PeopleFile | undefined> {
  if ((cuid === undefined) === (file === undefined)) {
    throw new ApiError('invalid_request', 'Give either --cuid or --file.');
  }
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ApiError('not_found', `There is no file ${file}.`);
  });
  const read = readPeopleFile(text, type);
  if (read.people.length > 0) return read;
  const [fault] = read.faults;
  const why = fault ? `line ${fault.line} ${fault.detail}` : 'it is empty';
  throw new ApiError('invalid_request', `The file identifies no one: ${why}.`);
}

/** `erase`. */
export const erase = asPeople(
  subcommand<ManyOptions>(
    'erase',
    'Erase a person or a device for good, or all of a file.',
    (asked) =>
      withSite(asked.site, async (ctx, snapshot) => {
        const file = await readAsked(asked);
        return file ? eraseFile(ctx, snapshot, file) : eraseOne(ctx, snapshot, asked);
      }),
  ),
);

async function eraseOne(
  ctx: Context,
  snapshot: SiteSnapshot,
  { cuid = '', type }: ManyOptions,
): Promise<Result> {
  const siteId = snapshot.site.id;
  const id = await requestErasure(ctx, siteId, personOf(snapshot, { cuid, type }), actor);
  await runErasures(ctx);
  const isDone = await isErasureDone(ctx, siteId, id);
  const text = isDone
    ? 'Erased.'
    : `Erasure ${id} is noted: a worker does it once it has worked off what arrived before.`;
  return { json: { erasureId: id, done: isDone }, text };
}

async function eraseFile(
  ctx: Context,
  snapshot: SiteSnapshot,
  { people, faults }: PeopleFile,
): Promise<Result> {
  const requesting = progressBar('Requesting');
  const batches: string[] = [];
  const notFound: Told[] = [];
  const rejected: Told[] = [...faults];
  let requested = 0;
  for (let at = 0; at < people.length; at += atOnce) {
    const some = people.slice(at, at + atOnce);
    const noted = await orAllRejected(() => erasePeople(ctx, snapshot, some, actor));
    rejected.push(...noted.rejected.map((one) => notifiedOf(some, one)));
    if ('batchId' in noted) {
      batches.push(noted.batchId);
      requested += noted.requested;
      const unknown = noted.erasures.filter(({ found }) => !found);
      notFound.push(
        ...unknown.map(({ index }) => ({ line: some[index]!.line, detail: 'not found' })),
      );
    }
    requesting.report((at + some.length) / people.length, `${at + some.length} people`);
  }
  requesting.done();
  const done = await waitFor(ctx, snapshot.site.id, batches, requested);
  const json = {
    ...{ requested, done, waiting: requested - done, batches },
    notFound: notFound.map(({ line }) => line),
    rejected,
  };
  return { json, text: sayErased(json, rejected) };
}

/** What of a file was refused because of all of it is told like the rest. */
async function orAllRejected<T extends { rejected: readonly Rejection[] }>(
  request: () => Promise<T>,
): Promise<T | { rejected: Rejection[] }> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'invalid_request' && error.errors))
      throw error;
    const byPlace = Map.groupBy(error.errors, ({ pointer }) => Number(pointer.split('/')[2]));
    return { rejected: [...byPlace].map(([index, errors]) => ({ index, errors })) };
  }
}

interface Rejection {
  readonly index: number;
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
}

const notifiedOf = (people: People, { index, errors }: Rejection): Told => ({
  line: people[index]!.line,
  detail: errors.map(({ pointer, detail }) => `${pointer.split('/').at(-1)} ${detail}`).join('; '),
});

/** Does the erasures, beside whatever workers there are; how many are done in the end. */
async function waitFor(
  ctx: Context,
  siteId: number,
  batches: readonly string[],
  requested: number,
): Promise<number> {
  const progress: Progress = progressBar('Erasing');
  let done = 0;
  let since = performance.now();
  for (;;) {
    await runErasures(ctx);
    let now = 0;
    for (const batch of batches) now += (await readErasures(ctx, siteId, batch)).done;
    if (now > done) since = performance.now();
    done = now;
    progress.report(done / Math.max(1, requested), `${done} of ${requested}`);
    if (done >= requested || performance.now() - since > patienceMs) break;
    await delay(200);
  }
  progress.done();
  return done;
}

function sayErased(
  {
    requested,
    done,
    waiting,
    notFound,
  }: { requested: number; done: number; waiting: number; notFound: readonly number[] },
  rejected: readonly Told[],
): string {
  const lines = [`${done} of ${requested} people erased.`];
  if (waiting > 0) {
    lines.push(`${waiting} wait: a worker does them once it has worked off what arrived before.`);
  }
  if (notFound.length > 0) {
    const shown = notFound.slice(0, mostShown).join(', ');
    lines.push(`Nothing was known of ${notFound.length} of them, in lines ${shown}.`);
  }
  if (rejected.length > 0) {
    lines.push(`${rejected.length} lines identify no one:`);
    lines.push(
      table(rejected.slice(0, mostShown).map(({ line, detail }) => [`line ${line}`, detail])),
    );
  }
  return lines.join('\n');
}

/** `export`. */
export const exported = asPeople(
  subcommand<ManyOptions>(
    'export',
    'Export what is known of a person or a device, or of all of a file as NDJSON.',
    (asked) =>
      withSite(asked.site, async (ctx, snapshot) => {
        const file = await readAsked(asked);
        if (file) return exportFile(ctx, snapshot, file, asked.out);
        const { cuid = '', type } = asked;
        const name = personOf(snapshot, { cuid, type });
        const json = await exportPerson(ctx, snapshot, name, actor);
        return { json, text: JSON.stringify(json, null, 2) };
      }),
  ),
).option('--out <path>', 'where the lines of a file of people are written');

async function exportFile(
  ctx: Context,
  snapshot: SiteSnapshot,
  { people, faults }: PeopleFile,
  out: string | undefined,
): Promise<Result> {
  if (out === undefined) throw new ApiError('invalid_request', 'Give --out with --file.');
  const progress = progressBar('Exporting');
  const rejected: Told[] = [...faults];
  const notFound: number[] = [];
  let exported = 0;
  async function* written() {
    for (let at = 0; at < people.length; at += atOnce) {
      const some = people.slice(at, at + atOnce);
      const begun = await orAllRejected(async () => ({
        ...{ rejected: [], all: exportPeople(ctx, snapshot, some, actor) },
      }));
      rejected.push(...begun.rejected.map((one) => notifiedOf(some, one)));
      if (!('all' in begun)) continue;
      for await (const one of begun.all) {
        progress.report((at + one.index) / people.length, `${exported} people`);
        if ('errors' in one) rejected.push(notifiedOf(some, one));
        else {
          if (!one.found) notFound.push(some[one.index]!.line);
          exported += 1;
          yield { ...one, index: at + one.index };
        }
      }
    }
  }
  // Readable by the one who exports alone.
  await pipeline(Readable.from(linesOf(written())), createWriteStream(out, { mode: 0o600 }));
  progress.done();
  const json = { exported, notFound, rejected, file: out };
  const unknown = notFound.length > 0 ? ` Nothing is known of ${notFound.length} of them.` : '';
  const faulty = rejected.length > 0 ? ` ${rejected.length} lines identify no one.` : '';
  return { json, text: `${exported} people exported to ${out}.${unknown}${faulty}` };
}
