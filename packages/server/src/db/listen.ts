// Notifications on a connection of their own, which reconnects for as long as it is wanted.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log/log.ts';
import { clientConfig, type DatabaseTarget, newClient } from './connection.ts';

export interface ListenNeeds {
  /** A direct connection: transaction poolers carry no notifications. */
  readonly target: DatabaseTarget;
  readonly channel: string;
  readonly onMessage: (payload: string) => void;
  /** Called once each time that it listens again: what was sent meanwhile is lost. */
  readonly onReconnect: () => void;
  readonly log: Log;
}

export interface Listener {
  readonly close: () => Promise<void>;
}

const mostPauseMs = 500;
const heartbeatMs = 10_000;

/**
 * Listens to a channel. Resolves when it listens for the first time, or at once when the database
 * cannot be reached, and then goes on trying with pauses of at most 500 ms.
 */
export async function listen(needs: ListenNeeds): Promise<Listener> {
  const closing = new AbortController();
  const first = Promise.withResolvers<void>();
  const done = keepListening(needs, closing.signal, first.resolve);
  await first.promise;
  return {
    close: () => {
      closing.abort();
      return done;
    },
  };
}

async function keepListening(
  needs: ListenNeeds,
  signal: AbortSignal,
  tried: () => void,
): Promise<void> {
  let pauseMs = 50;
  for (let connections = 0; !signal.aborted; ) {
    const session = await openSession(needs, signal).catch((error) => {
      needs.log.debug({ err: error, channel: needs.channel }, 'Cannot listen yet');
    });
    tried();
    if (session) {
      pauseMs = 50;
      connections += 1;
      if (connections > 1) needs.onReconnect();
      await session.ended;
      if (!signal.aborted) needs.log.warn({ channel: needs.channel }, 'Notifications were lost');
    } else {
      // To the listener, a first success after failures is a reconnection.
      connections = Math.max(connections, 1);
    }
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    pauseMs = Math.min(2 * pauseMs, mostPauseMs);
  }
}

async function openSession(
  needs: ListenNeeds,
  signal: AbortSignal,
): Promise<{ readonly ended: Promise<void> }> {
  const client = newClient(clientConfig(needs.target, `attune listen ${process.pid}`));
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  client.on('error', () => undefined);
  client.on('notification', ({ payload }) => needs.onMessage(payload ?? ''));
  const close = () => client.end().catch(() => undefined);
  signal.addEventListener('abort', close, { once: true });
  const forget = () => signal.removeEventListener('abort', close);
  try {
    // A client that is ended while it connects never reports whether it did; it reports that it
    // ended.
    await Promise.race([client.connect(), ended]);
    await client.query(`listen ${pg.escapeIdentifier(needs.channel)}`);
  } catch (error) {
    forget();
    await close();
    throw error;
  }
  const heart = setInterval(() => beat(client), heartbeatMs).unref();
  return {
    ended: ended.then(() => {
      clearInterval(heart);
      forget();
    }),
  };
}

/** A network that drops packets in silence is noticed by an answer that stays away. */
async function beat(client: pg.Client): Promise<void> {
  const late = setTimeout(() => client.connection.stream.destroy(), heartbeatMs / 2).unref();
  await client.query('select').catch(() => undefined);
  clearTimeout(late);
}
