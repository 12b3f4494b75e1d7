// Further doors to where a server listens: handles of the same listening socket.
//
// libuv takes one connection from a listening handle in a turn of the event loop. In an overload
// turns take 50 ms and more: with one door, whoever connects then, be it to ask whether the node is
// well, waits until the overload is over. The kernel has one queue for all doors, so that nobody
// stands at one that is shut while another is open. ADR 0043.
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

const doorsOf = new WeakMap<Server, Door[]>();

/**
 * Opens so many further doors of a server that listens, whose connections are the server's as any
 * other. Resolves with how many there are; with 0 where there can be none.
 */
export async function openDoors(
  server: Server,
  doors: number,
  backlog: number,
  log: Log,
): Promise<number> {
  const { _handle: first } = server as { _handle?: Door };
  const owner =
    first && Object.getOwnPropertySymbols(first).find((one) => one.description === 'owner_symbol');
  // Another Node than the one that this was written for: one door has to do.
  if (!first || !owner || typeof first.onconnection !== 'function') return 0;
  const opened: Door[] = [];
  doorsOf.set(server, opened);
  server.once('close', () => shutDoors(server));
  const open = (door: Door) => {
    Object.assign(door, { onconnection: first.onconnection, [owner]: server });
    if (server.listening && door.listen(backlog) === 0) opened.push(door);
    else door.close();
  };
  await multiply(first, doors, open).catch((error) =>
    log.warn({ err: error }, 'no further doors: a turn lets in one connection'),
  );
  return opened.length;
}

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
  for (const door of doorsOf.get(server) ?? []) door.close();
  doorsOf.delete(server);
}
