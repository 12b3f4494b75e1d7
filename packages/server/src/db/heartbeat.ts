// Notices that a database has fallen silent, so that nothing waits for it: a stopped server, or a
// network that drops packets, leaves connections open that never answer.
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../log/log.ts';
import { clientConfig, type DatabaseTarget, newClient } from './connection.ts';

const beatMs = 500;
const silenceMs = 2_000;
/** A pause of the whole machine counts as one of these: the server could say nothing either. */
const stepMs = 250;

/**
 * While connections of the pool are in use, asks the server for a sign of life, on a connection of
 * its own. When none comes for 2 s, it cuts the pool's connections: statements that wait on one get
 * an error that `isUnavailable` recognises. A statement may take its time as long as the server is
 * alive. Returns a function that stops the watch.
 */
export function watchForSilence(pool: pg.Pool, target: DatabaseTarget, log: Log): () => void {
  const connections = new Set<pg.Client>();
  pool.on('connect', (client) => connections.add(client));
  pool.on('remove', (client) => connections.delete(client));
  let probe: pg.Client | undefined;
  let beating = false;

  async function beat(): Promise<void> {
    if (beating || pool.totalCount === pool.idleCount) return;
    beating = true;
    const sign = ask();
    if (await isSilent(sign)) {
      log.warn({ connections: connections.size }, 'The database is silent; connections are cut');
      for (const client of [...connections, probe]) client?.connection.stream.destroy();
    }
    await sign;
    beating = false;
  }

  /** Resolves when the state is known, even if the server cannot be reached. */
  async function ask(): Promise<void> {
    try {
      if (!probe) {
        probe = probeOf(target);
        await probe.connect();
      }
      await probe.query('select');
    } catch (error) {
      log.debug({ err: error }, 'No sign of life');
      probe = undefined;
    }
  }

  const timer = setInterval(beat, beatMs).unref();
  return () => {
    clearInterval(timer);
    if (probe) hangUp(probe);
  };
}

/** Ends the connection without waiting for the answer, which a silent server never sends. */
function hangUp(client: pg.Client): void {
  const { stream } = client.connection;
  stream.once('finish', () => stream.destroy());
  client.end().catch(() => undefined);
}

function probeOf(target: DatabaseTarget): pg.Client {
  // Silence is judged here: connecting must not give up at the same moment.
  const client = newClient(clientConfig(target, `attune heartbeat ${process.pid}`, 2 * silenceMs));
  client.on('error', () => undefined);
  return client;
}

async function isSilent(sign: Promise<void>): Promise<boolean> {
  let heard = false;
  const hearing = sign.then(() => {
    heard = true;
  });
  const over = new AbortController();
  const options = { ref: false, signal: over.signal };
  for (let waited = 0; waited < silenceMs && !heard; waited += stepMs) {
    const step = delay(stepMs, undefined, options).catch(() => undefined);
    await Promise.race([hearing, step]);
  }
  over.abort();
  // After a pause of this process the sign may have arrived, and not have been read yet.
  await setImmediate();
  await setImmediate();
  return !heard;
}
