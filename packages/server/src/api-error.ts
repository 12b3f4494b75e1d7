// How any part of the server refuses a request: a code of the catalogue, and a detail for the
// caller.
import type { ErrorCode, Fault } from '@attune/contract';

export interface ApiErrorDetails {
  readonly errors?: readonly Fault[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** An expected error. `detail` is shown to the caller: no secrets, no SQL, no file names. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly Fault[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, detail: string, details: ApiErrorDetails = {}) {
    super(detail);
    this.code = code;
    this.errors = details.errors;
    this.headers = details.headers ?? {};
  }
}

/** Refuses a body with all its validation errors. Throws `invalid_request` when there is one. */
export function refuseInvalid(errors: readonly Fault[]): void {
  if (errors.length === 0) return;
  const count = errors.length === 1 ? 'One part' : `${errors.length} parts`;
  throw new ApiError('invalid_request', `${count} of the body cannot be accepted; see errors.`, {
    errors,
  });
}
