// Structured logs without secrets: what may be logged is what is passed, and never a body.
import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * Makes the process's log: JSON lines on standard error, so that standard output stays the
 * command's own. Header values that carry authority are removed wherever they stand.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: shownError },
      redact: {
        paths: ['*.headers', 'headers', '*.connectionString', 'connectionString'],
        remove: true,
      },
    },
    destination ?? pino.destination({ dest: 2, sync: false }),
  );
}

const shownFields = [
  ...['code', 'errno', 'syscall', 'address', 'port'],
  ...['severity', 'schema', 'table', 'column', 'constraint', 'routine'],
];

/**
 * What of an error is logged. Drivers hang whole connections on theirs, with what cancels them,
 * and PostgreSQL quotes rows in `detail`: what is not named here stays out.
 */
function shownError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const fields = error as unknown as Readonly<Record<string, unknown>>;
  const shown = shownFields.flatMap((name) => {
    const value = fields[name];
    return ['string', 'number'].includes(typeof value) ? [[name, value] as const] : [];
  });
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(shown),
    ...(error.cause !== undefined && { cause: shownError(error.cause) }),
  };
}
