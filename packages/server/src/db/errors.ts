// Which errors mean that the database cannot be reached or cannot work now, not that we erred.
import type { DiskFault } from '../health.ts';

const networkCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTDOWN', 'ECONNABORTED', 'EMFILE'],
]);

/**
 * PostgreSQL 18, appendix A: 08 connection exception, 53 insufficient resources, 57P operator
 * intervention, 57014 cancelled by a time limit, 58 a fault of the system, as a disk that fails
 * fsync, 25006 read-only, as after a failover, 42P01 no such table, as in a database that came back
 * empty.
 */
const sqlStates = /^(08|53|57P|57014|58|25006|42P01)/;

/** Connections, memory, locks or disk: class 53 of the same appendix. */
const shortStates = /^53/;

/** PostgreSQL's disk has no room left (disk_full), or errs (io_error). */
const diskFaults: Readonly<Record<string, DiskFault>> = { '53100': 'full', '58030': 'failing' };

/** The fault of the disk that an SQLSTATE stands for. */
export const diskFaultOf = (state: string | undefined): DiskFault | undefined =>
  diskFaults[state ?? ''];

/** The driver and its pool give these no code. */
const messages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client was closed and is not queryable',
  'No PostgreSQL primary',
];

/** Does this error mean that the same request may succeed later? Then http answers 503, not 500. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') {
    if (networkCodes.has(code) || sqlStates.test(code)) return true;
    if (syscall === 'connect' && ['ENOENT', 'EACCES', 'EAGAIN'].includes(code)) return true;
  }
  if (messages.some((message) => error.message.startsWith(message))) return true;
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true;
  return isUnavailable(error.cause);
}

/** Is it an error of a reachable database that lacks resources? */
export function isShortOfResources(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (typeof code === 'string' && shortStates.test(code)) || isShortOfResources(error.cause);
}
