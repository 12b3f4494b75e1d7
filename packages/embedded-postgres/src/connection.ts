// How the PostgreSQL that was started is reached: by the socket in its runtime folder.
import type { ClientConfig } from 'pg';

export interface PostgresConnection {
  /** The socket's folder. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** The `pg` configuration of a session; `name` is seen in pg_stat_activity. */
export function clientConfig(connection: PostgresConnection, name: string): ClientConfig {
  return {
    ...connection,
    application_name: name,
    connectionTimeoutMillis: 2000,
    keepAlive: true,
    ssl: false,
  };
}

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/**
 * PostgreSQL 18, appendix A: 08 connection exception, 53 insufficient resources, 57 operator
 * intervention, 58 a fault of the system.
 */
const sqlStates = /^(08|53|57|58)/;

/** The driver gives these no code. */
const messages = [
  ...['Connection terminated', 'timeout expired', 'Client was closed'],
  'Client has encountered a connection error',
];

/** Does the error mean that PostgreSQL stopped or is stopping, so that a new start may succeed? */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') {
    if (networkCodes.has(code) || sqlStates.test(code) || syscall === 'connect') return true;
  }
  if (messages.some((message) => error.message.startsWith(message))) return true;
  return isConnectionLost(error.cause);
}
