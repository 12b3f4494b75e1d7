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
      redact: {
        paths: ['*.headers', 'headers', '*.connectionString', 'connectionString'],
        remove: true,
      },
    },
    destination ?? pino.destination({ dest: 2, sync: false }),
  );
}
