// Imports a file of events: each row through the same door as the API's, in bounded memory.
import { randomUUID } from 'node:crypto';
import { type EventDraft, type EventMapping, foldOrder, generatedId } from '@attune/core';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { FeedFileError } from '../../catalog/feeds/index.ts';
import {
  deleteImport,
  type Entry,
  type Inbox,
  importCounts,
  startWorker,
} from '../collect/index.ts';
import { contentIds } from './content-ids.ts';
import { type FileRow, type RowOutcome, readDrafts } from './file-drafts.ts';
import type { EventFile } from './look.ts';
import { orderLines } from './order-lines.ts';
import { readDraft, reasonOf } from './read-draft.ts';
import { type ImportReport, importTally } from './report.ts';
import { acceptOnceThereIsRoom, allFolded } from './through-inbox.ts';
import { productCounter } from './unknown-products.ts';

export interface ImportOptions {
  /** Null: rows are events as the API takes them. */
  readonly mapping: EventMapping | null;
  /** Nothing is sent. */
  readonly isDryRun: boolean;
  /** Events that say the same are one. */
  readonly identicalAreOne: boolean;
  readonly onProgress: (progress: ImportProgress) => void;
  /** Called for each row that is rejected, and for each of an order that is. */
  readonly onRejected: (row: FileRow, reason: string) => Promise<void>;
  /** Stops the import between two batches; what was sent stays. */
  readonly signal: AbortSignal;
}

/** How far an import is. */
export interface ImportProgress {
  readonly stage: 'Reading' | 'Folding';
  /** Of this stage, from 0 to 1. */
  readonly share: number;
  readonly rows: number;
  readonly events: number;
}

interface Import {
  readonly ctx: Context;
  readonly snapshot: SiteSnapshot;
  readonly inbox: Inbox;
  readonly id: string;
  readonly options: ImportOptions;
  readonly tally: ReturnType<typeof importTally>;
  readonly products: ReturnType<typeof productCounter>;
}

const eventsPerAccept = 1_000;

/** Imports a file. Events that the site has already change nothing, and are counted apart. */
export async function importEvents(
  ctx: Context,
  snapshot: SiteSnapshot,
  inbox: Inbox,
  file: EventFile,
  options: ImportOptions,
): Promise<ImportReport> {
  const counters = { tally: importTally(), products: productCounter() };
  const run: Import = { ctx, snapshot, inbox, options, id: randomUUID(), ...counters };
  const { isDryRun, signal } = options;
  // Beside whatever workers there are.
  const worker = isDryRun ? undefined : startWorker(ctx, inbox);
  try {
    const stopped = await sendFile(run, file);
    const became = isDryRun ? nothingSent(run) : await outcomeOf(run);
    const unknownProducts = await run.products.unknown(ctx.db, snapshot.site.id);
    const ended = { stopped, isDryRun, isInterrupted: signal.aborted };
    return { ...run.tally.report(), ...became, unknownProducts, ...ended };
  } finally {
    await worker?.stop();
  }
}

/** Sends what a file has. Resolves to why the rest of it cannot be read, if so. */
async function sendFile(run: Import, file: EventFile): Promise<string | null> {
  const { tally, options } = run;
  const { mapping, signal } = options;
  const orders = orderLines();
  const sender = entrySender(run);
  let share = 0;
  const note = (read: number) => {
    share = read;
  };
  const progressed = () => options.onProgress({ stage: 'Reading', share, ...countsOf(tally) });
  try {
    for await (const outcome of readDrafts(file, { mapping, onProgress: note })) {
      if (signal.aborted) break;
      tally.state.rows += 1;
      if (tally.state.rows % 500 === 0) progressed();
      for (const draft of await draftsOf(run, outcome)) {
        const { line, row } = outcome as FileRow;
        if (draft.order) await orders.add({ line, row, draft });
        else await sender.send([{ line, row }], draft);
      }
    }
    // Of a file that is not read to its end, an order may lack lines: it is sent another time.
    for await (const lines of orders.orders()) {
      if (signal.aborted) break;
      const { draft, repeated } = foldOrder(lines.map((one) => one.draft));
      tally.state.merged += repeated;
      await sender.send(lines, draft);
      progressed();
    }
  } catch (error) {
    if (!(error instanceof FeedFileError)) throw error;
    await sender.flush();
    return error.message;
  } finally {
    await orders.close();
  }
  await sender.flush();
  return null;
}

const countsOf = ({ state: { rows, events } }: Import['tally']) => ({ rows, events });

/** Counts what a row is; the drafts of one that is events. */
async function draftsOf(
  { tally, options }: Import,
  outcome: RowOutcome,
): Promise<readonly EventDraft[]> {
  if ('skipped' in outcome) tally.state.skipped += 1;
  else if ('otherType' in outcome) tally.leave(outcome.otherType);
  else if ('fault' in outcome) {
    tally.reject(outcome.line, outcome.fault);
    await options.onRejected(outcome, outcome.fault);
  } else {
    for (const note of outcome.notes) tally.warn(note, outcome.line);
    return outcome.drafts;
  }
  return [];
}

/** Reads drafts and sends what they are, many at once. */
function entrySender(run: Import) {
  const { ctx, snapshot, inbox, id: importId, options, tally, products } = run;
  const idOf = contentIds(options.identicalAreOne);
  let waiting: Entry[] = [];
  const flush = async () => {
    const entries = waiting;
    waiting = [];
    if (!options.isDryRun) await acceptOnceThereIsRoom(ctx, inbox, snapshot, entries);
  };
  return {
    flush,
    async send(rows: readonly FileRow[], draft: EventDraft): Promise<void> {
      const { line } = rows[0]!;
      try {
        const { entries, notes } = readDraft(ctx, snapshot, draft);
        for (const note of notes) tally.warn(note, line);
        for (const entry of entries) {
          const { event } = entry;
          const id = event.id.startsWith(generatedId) ? idOf(draft) : event.id;
          // What the past says of who somebody is counts as of then, behind what is known since.
          waiting.push({ ...entry, event: { ...event, id }, at: event.time, importId });
          tally.send(event.kind, event.time, { user: draft.user, ...draft.event });
          products.add(event);
        }
      } catch (error) {
        const reason = reasonOf(error);
        for (const row of rows) {
          tally.reject(row.line, reason);
          await options.onRejected(row, reason);
        }
      }
      if (waiting.length >= eventsPerAccept) await flush();
    },
  };
}

type Became = Pick<ImportReport, 'accepted' | 'repeated' | 'setAside' | 'byType'>;

function nothingSent({ tally }: Import): Became {
  const byType = tally.report().byType.map((one) => ({ ...one, accepted: 0, repeated: 0 }));
  return { accepted: 0, repeated: tally.state.merged, setAside: 0, byType };
}

/** Waits for the workers, and asks what was new. */
async function outcomeOf({ ctx, snapshot, id, tally, options }: Import): Promise<Became> {
  const siteId = snapshot.site.id;
  const { events, merged } = tally.state;
  await allFolded(ctx, (share) =>
    options.onProgress({ stage: 'Folding', share, ...countsOf(tally) }),
  );
  const counts = await importCounts(ctx.db, siteId, id);
  await deleteImport(ctx.db, siteId, id);
  const byKind = new Map(counts.map((one) => [one.kind, one]));
  const accepted = counts.reduce((sum, one) => sum + one.accepted, 0);
  const repeated = counts.reduce((sum, one) => sum + one.repeated, 0);
  const byType = tally.report().byType.map((one) => {
    const { accepted = 0, repeated = 0 } = byKind.get(one.type) ?? {};
    return { ...one, accepted, repeated };
  });
  const setAside = events - accepted - repeated;
  return { accepted, repeated: repeated + merged, setAside, byType };
}
