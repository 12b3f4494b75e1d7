// Looks every few seconds at what waits in the database, and at the room that there is for it, for
// metrics and for `/readyz`.
import { statfs } from 'node:fs/promises';
import type { Context, InboxReport } from '../../../context.ts';
import { every } from '../../../every.ts';
import type { DiskFault } from '../../../health.ts';
import { type Inbox, watchOldest } from '../../events/collect/index.ts';
import { backlogTeller } from './backlog.ts';
import { type Findings, selectFindings } from './store.ts';

/** How often it is looked, and how long something may wait for a worker. */
const usual = { lookMs: 5_000, lateMs: 60_000 };

/** Less of a disk is nearly full: less than both. */
const leastFree = { part: 0.05, bytes: 5 * 2 ** 30 };

interface Disk {
  readonly bytes: number;
  readonly freeBytes: number;
}

/** Begins to look. */
export function watchHealth(
  ctx: Pick<Context, 'config' | 'db' | 'health' | 'log' | 'metrics' | 'now'>,
  inbox: Pick<Inbox, 'isFull' | 'report'>,
  { lookMs, lateMs } = usual,
): { readonly stop: () => Promise<void> } {
  const { config, db, health, metrics } = ctx;
  const waitingOf = watchWaiting();
  const tellBacklog = backlogTeller(ctx, lateMs);
  let workerSeenAt = performance.now();
  let ofWaiting: readonly string[] = [];

  /** Says what it knows though the database may be away, since a full disk can be why. */
  const look = async () => {
    const room = {
      disk: await readDisk(config.dataDir),
      databaseDisk: health.diskFault(),
      isFull: inbox.isFull(),
    };
    metrics.room({ ...room, hasDiskFault: room.databaseDisk !== undefined });
    const report = await inbox.report();
    metrics.nats(report.nats);
    const ofRoom = [...reasonsOfRoom(room), ...report.reasons];
    health.reasons = [...ofRoom, ...ofWaiting];
    const found = await selectFindings(db);
    const now = performance.now();
    if (found.workerAgoMs !== null) workerSeenAt = now - found.workerAgoMs;
    const waits = waitingOf(now, found, report);
    const waiting = { ...found, ...waits, workerAgoMs: now - workerSeenAt };
    metrics.waiting(waiting);
    ofWaiting = reasonsOfWaiting(waiting, lateMs);
    health.reasons = [...ofRoom, ...ofWaiting];
    await tellBacklog(waiting);
  };
  return { stop: every(ctx, lookMs, 'looks at what waits', look) };
}

/** Returns what says how much waits, in the table and in the stream, and for how long. */
function watchWaiting() {
  const [ofTable, ofStream] = [watchOldest(), watchOldest()];
  return (now: number, found: Findings, { lastPlace }: InboxReport) => {
    const tableMs = ofTable(now, found) ?? 0;
    if (lastPlace === null) return { waiting: found.waiting, oldestMs: tableMs };
    const folded = found.leastPlace ?? 0;
    const messages = Math.max(0, lastPlace - folded);
    const ids = { oldestId: messages > 0 ? folded + 1 : null, lastId: lastPlace };
    const streamMs = ofStream(now, ids) ?? 0;
    return { waiting: found.waiting + messages, oldestMs: Math.max(tableMs, streamMs) };
  };
}

async function readDisk(folder: string): Promise<Disk> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return { bytes: blocks * bsize, freeBytes: bavail * bsize };
}

const isNearlyFull = ({ bytes, freeBytes }: Disk) =>
  freeBytes < Math.min(leastFree.part * bytes, leastFree.bytes);

interface Room {
  readonly disk: Disk;
  readonly databaseDisk: DiskFault | undefined;
  readonly isFull: boolean;
}

/** Reasons, each with whether it is one. */
type Reasons = readonly (readonly [isSo: boolean, reason: string])[];

const those = (reasons: Reasons) => reasons.flatMap(([isSo, reason]) => (isSo ? [reason] : []));

function reasonsOfRoom({ disk, databaseDisk, isFull }: Room): string[] {
  const mebibytes = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MiB`;
  const what = databaseDisk === 'full' ? 'is full' : 'fails';
  return those([
    [
      databaseDisk !== undefined,
      `PostgreSQL could not write within the last minute: its disk ${what}.`,
    ],
    [
      isNearlyFull(disk),
      `The disk of DATA_DIR is nearly full: ${mebibytes(disk.freeBytes)} of ` +
        `${mebibytes(disk.bytes)} are free.`,
    ],
    [isFull, 'The inbox is full: events are refused until workers have made room.'],
  ]);
}

function reasonsOfWaiting(
  {
    waiting,
    setAside,
    oldestMs,
    workerAgoMs,
  }: Omit<Findings, 'workerAgoMs'> & Record<'oldestMs' | 'workerAgoMs', number>,
  lateMs: number,
): string[] {
  const seconds = (ms: number) => `${Math.floor(ms / 1_000)} s`;
  return those([
    [workerAgoMs > lateMs, `No worker was seen for ${seconds(workerAgoMs)}.`],
    [
      oldestMs > lateMs,
      `Events wait for a worker since ${seconds(oldestMs)}; ${waiting} rows are in the inbox.`,
    ],
    [setAside > 0, `${setAside} entries could not be read: run \`attune events retry\`.`],
  ]);
}
