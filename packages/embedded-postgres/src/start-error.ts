// Why PostgreSQL cannot be started, as a message for the operator, without a stack trace.

const code = 'EMBEDDED_POSTGRES_START';

/** An error whose message says what is wrong and what to do about it; show it without a stack. */
export function startError(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code });
}

/** Is this an error whose message is for the operator? */
export function isStartError(error: unknown): error is Error {
  return error instanceof Error && (error as { code?: unknown }).code === code;
}
