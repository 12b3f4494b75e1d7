// attune events import: events of a file through the same door as the API's.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventInput, UserInput } from '@attune/contract';
import type { Command } from 'commander';
import { ApiError } from '../api-error.ts';
import type { Context, SiteSnapshot } from '../context.ts';
import {
  acceptEntries,
  type Collected,
  countInbox,
  type Entry,
  type Inbox,
  postgresInbox,
  readEvents,
  retrySetAside,
  selectBacklog,
  selectLastInboxId,
  startWorker,
} from '../features/events/collect/index.ts';
import { recomputeTotals } from '../features/people/profiles/index.ts';
import { parseJson } from '../http/body.ts';
import { group, subcommand } from './command.ts';
import { type Progress, progressBar } from './output.ts';
import { withSite } from './session.ts';

const linesPerAccept = 1_000;

interface Told {
  readonly line: number;
  readonly message: string;
}

interface Imported {
  readonly accepted: number;
  readonly rejected: number;
  /** The first hundred. */
  readonly rejections: readonly Told[];
  /** What of accepted lines does not count; the first hundred. */
  readonly passedOver: readonly Told[];
}

const mostShown = 100;

const importEvents = subcommand<{ site: string }>(
  'import <file>',
  'Import events from NDJSON: a line each, with `user`, `name`, `properties`, `timestamp` and ' +
    '`eventId`.',
  ({ site }, file) =>
    withSite(site, async (ctx, snapshot) => {
      const inbox = postgresInbox(ctx.db, { mostBytes: ctx.config.inboxBytes });
      const imported = await importFile(ctx, snapshot, inbox, file!);
      await foldAll(ctx, inbox);
      await recomputeTotals(ctx, snapshot.site.id);
      const { accepted, rejected, rejections, passedOver } = imported;
      const show = (some: readonly Told[]) =>
        some.map(({ line, message }) => `\n  line ${line}: ${message}`).join('');
      const done = `${accepted} events accepted, ${rejected} rejected.${show(rejections)}`;
      const rest = passedOver.length === 0 ? '' : `\nPassed over:${show(passedOver)}`;
      return { json: imported, text: done + rest };
    }),
).requiredOption('--site <name>', 'the site');

async function importFile(
  ctx: Context,
  snapshot: SiteSnapshot,
  inbox: Inbox,
  file: string,
): Promise<Imported> {
  const { size } = await stat(file).catch(() => {
    throw new ApiError('not_found', `There is no file ${file}.`);
  });
  const stream = createReadStream(file);
  const progress = progressBar('Reading');
  const rejections: Told[] = [];
  const passedOver: Told[] = [];
  let entries: Entry[] = [];
  let accepted = 0;
  let rejected = 0;
  const flush = async () => {
    await acceptOnceThereIsRoom(ctx, inbox, snapshot, entries);
    accepted += entries.length;
    entries = [];
    progress.report(stream.bytesRead / size, `${accepted} events`);
  };
  let line = 0;
  for await (const text of createInterface({
    input: stream,
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line += 1;
    if (text.trim() === '') continue;
    try {
      const read = readLine(ctx, snapshot, text);
      entries.push(...read.entries);
      for (const { pointer, detail } of read.passedOver) {
        if (passedOver.length < mostShown) {
          passedOver.push({ line, message: `${pointer} ${detail}` });
        }
      }
    } catch (error) {
      rejected += 1;
      if (rejections.length < mostShown) rejections.push({ line, message: why(error) });
    }
    if (entries.length >= linesPerAccept) await flush();
  }
  await flush();
  progress.done();
  return { accepted, rejected, rejections, passedOver };
}

/** Works the inbox off whenever it is full: a file may have more events than may wait. */
async function acceptOnceThereIsRoom(
  ctx: Context,
  inbox: Inbox,
  { site }: SiteSnapshot,
  entries: readonly Entry[],
): Promise<void> {
  for (;;) {
    try {
      return await acceptEntries(ctx, inbox, site.salt, entries);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'overloaded')) throw error;
      await foldAll(ctx, inbox);
      // How much waits is looked at once a second.
      await delay(1_000);
    }
  }
}

/** One line as a batch of one, by a caller as trusted as a Server-side key. */
function readLine(ctx: Context, snapshot: SiteSnapshot, text: string): Collected {
  const { user, session, ...event } = parseJson(Buffer.from(text)) as {
    user?: UserInput;
    session?: object;
  };
  // Whatever it is: what is wrong with it is told line by line.
  const events = [event as EventInput['events'][number]];
  const request = { events, ...(user && { user }), ...(session && { session }) };
  return readEvents(ctx, { key: { source: 'Server-side' }, snapshot }, request);
}

function why(error: unknown): string {
  if (!(error instanceof ApiError)) return (error as Error).message;
  const errors = (error.errors ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`);
  return errors.join('; ') || error.message;
}

/** Works the inbox off, beside whatever workers there are, until what was accepted is folded. */
async function foldAll(ctx: Context, inbox: Inbox): Promise<void> {
  const progress: Progress = progressBar('Folding');
  const last = await selectLastInboxId(ctx.db);
  const worker = startWorker(ctx, inbox);
  try {
    const all = await countInbox(ctx.db, last);
    for (let left = all; left > 0; left = await countInbox(ctx.db, last)) {
      progress.report(1 - left / all, `${left} to go`);
      await delay(100);
    }
  } finally {
    await worker.stop();
    progress.done();
  }
}

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
export const eventCommands: Command = group('events', 'Events of users.', [importEvents, retry]);
