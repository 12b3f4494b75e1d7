// Who of PostgreSQL's processes steps back when the processor is short.
import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { PoolClient } from 'pg';

/** Of 19. A tenth of the processor where somebody else wants it, all of it where nobody does. */
const steps = 10;

const told = new WeakSet<PoolClient>();

/**
 * Has the process behind a connection do its work when pages need the processor less, where it is
 * on this machine and may be told so. It stays so: the connection is closed when it is released.
 */
export function stepBack(client: PoolClient): void {
  const { processID: id, host } = client as PoolClient & { processID?: number; host: string };
  // By a socket in a folder: else it may be another machine's.
  const isHere = process.platform === 'linux' && host.startsWith('/');
  if (id === undefined || !isHere || told.has(client)) return;
  told.add(client);
  const folder = `/proc/${id}`;
  try {
    // Of another container, that number would be somebody else's.
    if (!readFileSync(`${folder}/cmdline`, 'latin1').startsWith('postgres:')) return;
    setPriority(id, steps);
  } catch {
    return;
  }
  const release = client.release.bind(client);
  client.release = () => release(true);
  try {
    // Each of PostgreSQL's processes is a session of its own. Where Linux shares the processor out
    // by session (sched(7), "The autogroup feature"), the other number counts within one only.
    writeFileSync(`${folder}/autogroup`, String(steps));
  } catch {
    // A system without sessions' shares.
  }
}
