// A worker exports the sites that are due: one after the other, each by one worker at a time.
import type { Context, SiteSnapshot } from '../../../context.ts';
import type { DatabaseTarget } from '../../../db/connection.ts';
import { traced } from '../../../log/tracing/spans.ts';
import type { NightlyConfig } from '../../../nightly-config.ts';
import { withinSite } from '../../../tenant-guard.ts';
import { notify } from '../../configuration/notifications/index.ts';
import { type ExportKindName, exportKinds } from '../exports/index.ts';
import { isDue, nightAt, retryAfter } from './due.ts';
import { placeOf } from './place-of.ts';
import { runExporter } from './run-exporter.ts';
import {
  claimNight,
  endNight,
  holdNight,
  insertNights,
  type NightEnd,
  type NightRow,
  noteKind,
  type RunKey,
  selectKinds,
  selectNights,
  type Written,
} from './store.ts';
import type { ExporterMessage } from './task.ts';

const heldMs = 90_000;
const holdingMs = 20_000;
const unknownFault = 'Something went wrong on our side; the log of the worker says what';

/** Exports what is due until nothing is, or the worker stops; sets what metrics say of it. */
export async function runDueExports(
  ctx: Context,
  target: DatabaseTarget,
  stopping: AbortSignal,
): Promise<void> {
  const wanted = ctx.snapshots.all().filter(({ site }) => site.settings.nightlyExport);
  const rows = await rowsOf(ctx, wanted);
  const { nightly } = ctx.config;
  if (nightly) {
    for (const snapshot of wanted) {
      const row = rows.get(snapshot.site.id);
      const isNow = row && isDue(row, ctx.now(), nightAt(ctx.now(), nightly));
      if (!isNow || stopping.aborted) continue;
      const place = { ctx, target, nightly, snapshot, stopping };
      const run = () => exportOne(place, row);
      await withinSite(snapshot.site.id, () => traced('nightly export', {}, run));
    }
  }
  const now = ctx.now();
  const after = [...(await rowsOf(ctx, wanted)).values()];
  const ages = after.map(({ doneAt, since }) => now - (doneAt ?? since).getTime());
  ctx.metrics.exports.set({
    wanted: wanted.length,
    failing: after.filter(({ failures }) => failures > 0).length,
    ageMs: Math.max(0, ...ages),
  });
}

/** The rows of sites, made where there is none. */
async function rowsOf(
  { db, now }: Context,
  wanted: readonly SiteSnapshot[],
): Promise<ReadonlyMap<number, NightRow>> {
  const ids = wanted.map(({ site }) => site.id);
  const found = await selectNights(db, ids);
  const missing = ids.filter((id) => !found.some(({ siteId }) => siteId === id));
  await insertNights(db, missing, new Date(now()));
  const rows = missing.length === 0 ? found : await selectNights(db, ids);
  return new Map(rows.map((row) => [row.siteId, row]));
}

interface Place {
  readonly ctx: Context;
  readonly target: DatabaseTarget;
  readonly nightly: NightlyConfig;
  readonly snapshot: SiteSnapshot;
  readonly stopping: AbortSignal;
}

async function exportOne(place: Place, { failures }: NightRow): Promise<void> {
  const { ctx, nightly, snapshot } = place;
  const siteId = snapshot.site.id;
  const run = { siteId, startedAt: new Date(ctx.now()) };
  const night = nightAt(ctx.now(), nightly);
  const until = new Date(ctx.now() + heldMs);
  if (!(await claimNight(ctx.db, run, { night, until }))) return;
  const end = await exportKindsOf(place, run, night, failures).catch((error) => {
    ctx.log.error({ err: error, siteId }, 'a site could not be exported');
    return failed(ctx, failures, unknownFault);
  });
  const at = new Date(ctx.now());
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await endNight(tx, run, end))) return;
    if (!end || !('fault' in end) || end.failures !== 1) return;
    const data = { reason: end.fault, retryAt: end.retryAt.toISOString() };
    await notify(tx, { siteId, at }, { type: 'export.failed', data });
  });
}

function failed({ now }: Context, failures: number, reason: string): NightEnd {
  const [inRow, at] = [failures + 1, now()];
  const retryAt = new Date(at + retryAfter(inRow));
  return { fault: reason, failures: inRow, failedAt: new Date(at), retryAt };
}

/** Exports the kinds that this night has not yet, in a thread. */
async function exportKindsOf(
  { ctx, target, nightly, snapshot, stopping }: Place,
  run: RunKey,
  night: string,
  failures: number,
): Promise<NightEnd> {
  const { objectStore, secretKeys, dataDir, logLevel } = ctx.config;
  const before = await selectKinds(ctx.db, run.siteId);
  const isDone = (name: string) =>
    before.some((row) => row.kind === name && row.night === night && row.doneAt !== null);
  const kinds = (Object.keys(exportKinds) as ExportKindName[]).filter((name) => !isDone(name));
  let reason: string | undefined;
  const onMessage = async (message: ExporterMessage) => {
    if (message.type === 'failed') reason = message.reason;
    else await note(ctx, run, night, message);
  };
  const exporter = runExporter(
    {
      ...{ target, config: { objectStore, secretKeys, dataDir, logLevel } },
      task: {
        ...{ siteId: run.siteId, now: ctx.now(), kinds, until: night, format: nightly.format },
        place: placeOf(nightly, snapshot.site),
      },
    },
    onMessage,
  );
  let isLost = false;
  const lose = () => {
    isLost = true;
    exporter.stop();
  };
  stopping.addEventListener('abort', lose);
  if (stopping.aborted) lose();
  const holding = setInterval(() => hold(ctx, run, lose), holdingMs);
  try {
    await exporter.done;
  } finally {
    clearInterval(holding);
    stopping.removeEventListener('abort', lose);
  }
  if (isLost) return undefined;
  if (reason !== undefined) return failed(ctx, failures, reason);
  const done = (await selectKinds(ctx.db, run.siteId)).filter((row) => row.night === night);
  return { night, doneAt: new Date(ctx.now()), written: sumOf(done) };
}

function sumOf(kinds: readonly Written[]): Written {
  const sum = (of: (one: Written) => number) => kinds.reduce((all, one) => all + of(one), 0);
  return {
    files: sum(({ files }) => files),
    rows: sum(({ rows }) => rows),
    bytes: sum(({ bytes }) => bytes),
  };
}

async function note(
  ctx: Context,
  run: RunKey,
  night: string,
  message: Exclude<ExporterMessage, { type: 'failed' }>,
): Promise<void> {
  const { kind } = message;
  if (message.type === 'progress') {
    const { part, rows, bytes } = message;
    return noteKind(ctx.db, run, { kind, night, part, files: 0, rows, bytes, doneAt: null });
  }
  const { files, rows, bytes } = message.result;
  ctx.metrics.exports.isWritten(kind, { rows, bytes });
  const doneAt = new Date(ctx.now());
  await noteKind(ctx.db, run, { kind, night, part: null, files, rows, bytes, doneAt });
}

/** Reports that the export goes on; ends it where another worker has the site. */
function hold(ctx: Context, run: RunKey, lose: () => void): void {
  holdNight(ctx.db, run, new Date(ctx.now() + heldMs)).then(
    (isHeld) => {
      if (!isHeld) lose();
    },
    (error) => ctx.log.warn({ err: error }, 'a nightly export could not be held'),
  );
}
