// The connection to the NATS servers: made again whenever it is lost, for as long as it takes.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import type { Log } from '../../../../../log/log.ts';
import type { NatsConfig } from '../../../../../nats-config.ts';

export interface NatsLink {
  /** Resolves when there has been a connection. */
  readonly connection: () => Promise<NatsConnection>;
  readonly isConnected: () => boolean;
  /** Of the server that it is connected to, such as 2.10.27; undefined before there was one. */
  readonly serverVersion: () => string | undefined;
  /** How often it was lost and made again. */
  readonly reconnects: () => number;
  readonly close: () => Promise<void>;
}

const backOffMs = { first: 250, longest: 5_000 };
const pauseAfter = (tries: number) =>
  Math.min(backOffMs.longest, backOffMs.first * 2 ** Math.min(tries, 10)) * (0.5 + Math.random());

/** Connects on first use. Neither the log nor an error has a login. */
export function openNats(
  { servers, login, isEncrypted, credentialsFile }: NatsConfig,
  log: Log,
): NatsLink {
  const closing = new AbortController();
  const { signal } = closing;
  const first = Promise.withResolvers<NatsConnection>();
  first.promise.catch(() => undefined);
  let isConnected = false;
  let serverVersion: string | undefined;
  let reconnects = 0;
  let tries = 0;

  const open = () =>
    connect({
      ...{ servers: [...servers], name: 'attune', ...login },
      ...(credentialsFile && { authenticator: credsAuthenticator(readFileSync(credentialsFile)) }),
      ...(isEncrypted && { tls: {} }),
      // The server that answers is there: one that does not is missed after 10 s.
      ...{ timeout: 5_000, pingInterval: 5_000, maxPingOut: 1 },
      ...{ maxReconnectAttempts: -1, ignoreAuthErrorAbort: true },
      reconnectDelayHandler: () => pauseAfter(tries++),
    });

  async function watch(connection: NatsConnection): Promise<void> {
    serverVersion = connection.info?.version;
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') {
        isConnected = false;
        log.warn('the connection to NATS is lost');
      } else if (type === 'reconnect') {
        isConnected = true;
        serverVersion = connection.info?.version;
        reconnects += 1;
        tries = 0;
        log.info('connected to NATS again');
      }
    }
    isConnected = false;
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        const connection = await open();
        isConnected = true;
        tries = 0;
        first.resolve(connection);
        void watch(connection);
        return;
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'NATS cannot be reached');
        await delay(pauseAfter(tries++), undefined, { signal }).catch(() => undefined);
      }
    }
  }

  let running: Promise<void> | undefined;
  return {
    connection() {
      running ??= run();
      return first.promise;
    },
    isConnected: () => isConnected,
    serverVersion: () => serverVersion,
    reconnects: () => reconnects,
    async close() {
      closing.abort();
      first.reject(new Error('closed'));
      await running;
      await (await first.promise.catch(() => undefined))?.close();
    },
  };
}
