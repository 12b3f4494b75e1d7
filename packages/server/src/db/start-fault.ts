// How the database says that it cannot start: words for the operator, who needs no stack.

const code = 'DATABASE_START';

/** An error whose message says what is wrong and what to do about it; show it without a stack. */
export function startFault(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code });
}

/** Is this an error made by `startFault`? */
export function isStartFault(error: unknown): error is Error {
  return error instanceof Error && (error as { code?: unknown }).code === code;
}
