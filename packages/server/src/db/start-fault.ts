// Why the database cannot start, as a message for the operator, without a stack trace.
import { isStartError } from '@attune/embedded-postgres';

const code = 'DATABASE_START';

/** An error whose message says what is wrong and what to do about it; show it without a stack. */
export function startFault(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code });
}

/** Is this an error whose message is for the operator, of ours or of our own PostgreSQL? */
export function isStartFault(error: unknown): error is Error {
  if (isStartError(error)) return true;
  return error instanceof Error && (error as { code?: unknown }).code === code;
}
