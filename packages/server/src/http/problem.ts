// Turns whatever was thrown into an RFC 9457 answer: the one place that knows both sides.
import { type ErrorCode, errorCatalogue, type Fault } from '@attune/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isShortOfResources, isUnavailable } from '../db/errors.ts';
import { ApiError } from '../refusal.ts';

const fastifyCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_media_type',
  FST_ERR_BAD_URL: 'invalid_query',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

export const problemType = 'application/problem+json; charset=utf-8';

/** The refusal that an error stands for. */
function refusalOf(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  const known = fastifyCodes[(error as FastifyError).code];
  if (known) return new ApiError(known, `${errorCatalogue[known].title}.`);
  // Nobody reads this answer; it keeps a caller's lost connection from passing for the database's.
  if (request.raw.destroyed && !request.raw.complete) {
    return new ApiError('malformed_json', 'The body was cut off.');
  }
  if (isUnavailable(error)) {
    const what = isShortOfResources(error) ? 'is short of resources' : 'cannot be reached';
    return new ApiError('not_ready', `The database ${what}; try again soon.`, {
      headers: { 'retry-after': '2' },
    });
  }
  return new ApiError('internal', 'The error was logged under this trace id.');
}

/** Answers with a problem document; logs what the caller is not told. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error, request);
  const { status } = errorCatalogue[refusal.code];
  if (refusal.code === 'internal') request.log.error({ err: error }, 'request failed');
  else if (refusal !== error && status >= 500) {
    request.log.warn({ reason: (error as Error).message }, 'request refused');
  }
  const { code, message: detail, errors } = refusal;
  reply
    .code(status)
    .headers(refusal.headers)
    .header('content-type', problemType)
    .send(problemText({ code, detail, traceId: request.id, errors }));
}

interface Problem {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly traceId: string;
  readonly errors?: readonly Fault[] | undefined;
}

/** A problem document as JSON text. */
export function problemText({ code, detail, traceId, errors }: Problem): string {
  const { status, title } = errorCatalogue[code];
  const type = `urn:attune:error:${code}`;
  return JSON.stringify({ type, title, status, detail, code, traceId, ...(errors && { errors }) });
}
