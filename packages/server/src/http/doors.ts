// Further doors to where a server listens: handles of the same listening socket.
//
// libuv takes one connection from a listening handle in a turn of the event loop. In an overload
// turns take 50 ms and more: with one door, whoever connects then, be it to ask whether the node is
// well, waits until the overload is over. Where turns are short one door is enough, and further
// ones would be in the way: all of them hear of each that comes, and all but one for nothing. So
// they are kept, and open while turns are long; for several overloads, since it takes a process to
// have more. The kernel has one queue for all doors, so that nobody stands at one that is shut
// while another is open. ADR 0043.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Log } from '../log/log.ts';

/** A listening handle, as far as it is used: what Node has beneath a server. */
interface Door {
  readonly [owner: symbol]: unknown;
  onconnection: unknown;
  readonly listen: (backlog: number) => number;
  readonly close: () => void;
}

/** Only on its way between processes a handle becomes two: one that asks for no more than that. */
const sendBack = `
process.on('message', async ({ doors }, door) => {
  for (let sent = 0; sent < doors; sent += 1) {
    await new Promise((done) => process.send({ sent }, door, { keepOpen: true }, done));
  }
  process.disconnect();
});`;

/** A server's further doors, which are kept in sets until they are opened. */
export interface Doors {
  /** Those that are open or kept. */
  readonly count: () => number;
  /** Lets people in by a set of them from now on, and by those of it that come. */
  readonly open: () => void;
  /** Shuts those that are open, for good; when the last set was used, as many new ones come. */
  readonly shut: () => Promise<void>;
}

/** What shuts all of a server's, for good. */
const doorsOf = new WeakMap<Server, () => void>();

/**
 * Keeps sets of so many further doors of a server that listens, whose connections are the server's
 * as any other. Resolves when they are there; with none where there can be none.
 */
export async function keepDoors(
  server: Server,
  { inSet, sets }: { readonly inSet: number; readonly sets: number },
  backlog: number,
  log: Log,
): Promise<Doors | undefined> {
  const { _handle: first } = server as { _handle?: Door };
  const owner =
    first && Object.getOwnPropertySymbols(first).find((one) => one.description === 'owner_symbol');
  // Another Node than the one that this was written for: one door has to do.
  if (!first || !owner || typeof first.onconnection !== 'function') return undefined;
  const kept: Door[] = [];
  const opened: Door[] = [];
  let isOpen = false;
  let isOver = false;
  const openSet = () => {
    while (opened.length < inSet) {
      const door = kept.pop();
      if (!door) return;
      if (door.listen(backlog) === 0) opened.push(door);
      else door.close();
    }
  };
  const closeAll = (doors: Door[]) => {
    for (const door of doors.splice(0)) door.close();
  };
  const fetch = () =>
    multiply(first, inSet * sets, (door) => {
      Object.assign(door, { onconnection: first.onconnection, [owner]: server });
      if (isOver || !server.listening) return door.close();
      kept.push(door);
      if (isOpen) openSet();
    }).catch((error) => log.warn({ err: error }, 'no further doors: a turn lets in one'));
  doorsOf.set(server, () => {
    isOver = true;
    closeAll(opened);
    closeAll(kept);
  });
  server.once('close', () => shutDoors(server));
  await fetch();
  return {
    count: () => kept.length + opened.length,
    open() {
      isOpen = true;
      openSet();
    },
    async shut() {
      isOpen = false;
      closeAll(opened);
      if (kept.length < inSet) await fetch();
    },
  };
}

const lookMs = 100;
/** In turns that take so long on the mean, one door lets in a hundred a second. */
const longTurnMs = 10;
/** Of looks in a row: one may be a collection of garbage, or the machine's. */
const longLooks = 3;
/** After so long without a long turn they are shut. */
const calmMs = 30_000;

/** Opens a server's further doors while turns of the event loop are long, until it closes. */
export function openInLongTurns(server: Server, doors: Doors): void {
  let { active, turns } = loopSoFar();
  let inARow = 0;
  let longAt: number | undefined;
  const looking = setInterval(() => {
    const before = { active, turns };
    ({ active, turns } = loopSoFar());
    const isLong = active - before.active >= longTurnMs * Math.max(turns - before.turns, 1);
    inARow = isLong ? inARow + 1 : 0;
    const now = performance.now();
    if (inARow >= longLooks) {
      longAt = now;
      doors.open();
    } else if (now - (longAt ?? now) >= calmMs) {
      longAt = undefined;
      void doors.shut();
    }
  }, lookMs).unref();
  server.once('close', () => clearInterval(looking));
}

/** Milliseconds in which the event loop was busy, and its turns. */
const loopSoFar = () => ({
  active: performance.eventLoopUtilization().active,
  turns: performance.nodeTiming.uvMetricsInfo.loopCount,
});

/** Gives so many further handles of what a door is the handle of. */
async function multiply(door: Door, doors: number, give: (door: Door) => void): Promise<void> {
  const child = spawn(process.execPath, ['--eval', sendBack], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    timeout: 5_000,
  });
  const ended = once(child, 'close');
  child.on('message', (_message, handle) => give(handle as unknown as Door));
  // Without descriptors or memory for a process there is no channel to it.
  child.send?.({ doors }, door as never, () => undefined);
  await ended;
}

/** Shuts a server's further doors. Whoever has come in by one of them stays. */
export function shutDoors(server: Server): void {
  doorsOf.get(server)?.();
}
