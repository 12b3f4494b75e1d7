// Who of PostgreSQL's processes steps back when the processor is short.
import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { ClientBase, PoolClient } from 'pg';

/** Of 19. A tenth of the processor where somebody else wants it, all of it where nobody does. */
const steps = 10;

const told = new WeakSet<ClientBase>();

/**
 * Has the process behind a connection do its work when pages need the processor less, where it is
 * on this machine and may be told so. It stays so: nobody but root may take that back. Answers
 * whether it does so from now on.
 */
export function stepBack(client: ClientBase): boolean {
  const { processID: id, host } = client as ClientBase & { processID?: number; host: string };
  // By a socket in a folder: else it may be another machine's.
  const isHere = process.platform === 'linux' && host.startsWith('/');
  if (id === undefined || !isHere || told.has(client)) return false;
  told.add(client);
  const folder = `/proc/${id}`;
  try {
    // Of another container, that number would be somebody else's.
    if (!readFileSync(`${folder}/cmdline`, 'latin1').startsWith('postgres:')) return false;
    setPriority(id, steps);
  } catch {
    return false;
  }
  try {
    // Each of PostgreSQL's processes is a session of its own. Where Linux shares the processor out
    // by session (sched(7), "The autogroup feature"), the other number counts within one only.
    writeFileSync(`${folder}/autogroup`, String(steps));
  } catch {
    // A system without sessions' shares.
  }
  return true;
}

/** The same for a connection of a pool whose others do not: it is closed when it is released. */
export function stepBackUntilReleased(client: PoolClient): void {
  if (!stepBack(client)) return;
  const release = client.release.bind(client);
  client.release = () => release(true);
}
