// Notifications: a process has one connection for all; it reconnects for as long as it is wanted.
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

interface Connection {
  readonly add: (needs: ListenNeeds) => Promise<void>;
  /** Ends the connection with the last that is removed. */
  readonly remove: (needs: ListenNeeds) => Promise<void>;
}

const leastPauseMs = 50;
const mostPauseMs = 500;
const heartbeatMs = 10_000;

/** Of this process, by what they lead to. */
const connections = new Map<string, Connection>();

/**
 * Listens to a channel, by the one connection that this process has for a database's notifications.
 * Resolves when it listens for the first time, or when the database was not reached, and then goes
 * on trying with pauses of at most 500 ms.
 */
export async function listen(needs: ListenNeeds): Promise<Listener> {
  const place = JSON.stringify(needs.target);
  const connection =
    connections.get(place) ?? keepConnected(needs, () => connections.delete(place));
  connections.set(place, connection);
  await connection.add(needs);
  return { close: () => connection.remove(needs) };
}

function keepConnected(
  { target, log }: Pick<ListenNeeds, 'target' | 'log'>,
  onEnd: () => void,
): Connection {
  /** Each with whether it has listened, or was to, before. */
  const listeners = new Map<ListenNeeds, boolean>();
  const closing = new AbortController();
  const { signal } = closing;
  let session: Session | undefined;
  let tried = Promise.withResolvers<void>();

  const onNotification = ({ channel, payload = '' }: pg.Notification) => {
    for (const needs of listeners.keys()) if (needs.channel === channel) needs.onMessage(payload);
  };

  /** Notes that it was tried where there is no session, or none any more. */
  async function subscribe(needs: ListenNeeds): Promise<void> {
    const listens = await session?.query(`listen ${pg.escapeIdentifier(needs.channel)}`);
    // To the listener, a first success after failures is a reconnection.
    if (listens && listeners.get(needs)) needs.onReconnect();
    if (listeners.has(needs)) listeners.set(needs, true);
  }

  async function run(): Promise<void> {
    let pauseMs = leastPauseMs;
    while (!signal.aborted) {
      session = await openSession(target, onNotification, signal).catch((error) => {
        log.debug({ err: error }, 'Cannot listen yet');
        return undefined;
      });
      await Promise.all([...listeners.keys()].map(subscribe));
      tried.resolve();
      if (session) {
        pauseMs = leastPauseMs;
        await session.ended;
        if (!signal.aborted) log.warn('Notifications were lost');
      }
      session = undefined;
      tried = Promise.withResolvers();
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      pauseMs = Math.min(2 * pauseMs, mostPauseMs);
    }
  }

  const running = run();
  return {
    async add(needs) {
      listeners.set(needs, false);
      await (session ? subscribe(needs) : tried.promise);
    },
    async remove(needs) {
      listeners.delete(needs);
      if (listeners.size > 0) return;
      onEnd();
      closing.abort();
      await running;
    },
  };
}

interface Session {
  /** One statement after the other. Resolves to false, and ends the session, where one fails. */
  readonly query: (text: string) => Promise<boolean>;
  readonly ended: Promise<void>;
}

async function openSession(
  target: DatabaseTarget,
  onNotification: (notification: pg.Notification) => void,
  signal: AbortSignal,
): Promise<Session> {
  const client = newClient(clientConfig(target, `attune listen ${process.pid}`));
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  client.on('error', () => undefined);
  client.on('notification', onNotification);
  const close = () => client.end().catch(() => undefined);
  signal.addEventListener('abort', close, { once: true });
  const forget = () => signal.removeEventListener('abort', close);
  try {
    // A client that is ended while it connects never reports whether it did; it reports that it
    // ended.
    await Promise.race([client.connect(), ended]);
  } catch (error) {
    forget();
    await close();
    throw error;
  }
  let last = Promise.resolve(true);
  const query = (text: string) => {
    last = last
      .then(() => client.query(text))
      .then(
        () => true,
        () => {
          client.connection.stream.destroy();
          return false;
        },
      );
    return last;
  };
  // A network that drops packets in silence is noticed by an answer that stays away.
  const beat = async () => {
    const late = setTimeout(() => client.connection.stream.destroy(), heartbeatMs / 2).unref();
    await query('select');
    clearTimeout(late);
  };
  const heart = setInterval(beat, heartbeatMs).unref();
  return {
    query,
    ended: ended.then(() => {
      clearInterval(heart);
      forget();
    }),
  };
}
