// Turns whatever was thrown into an RFC 9457 answer: the one place that knows both sides.
import { type ErrorCode, errorCatalogue } from '@attune/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../db/errors.ts';
import { ApiError } from '../refusal.ts';

const fastifyCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_media_type',
  FST_ERR_BAD_URL: 'invalid_query',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** The refusal that an error stands for. */
function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const known = fastifyCodes[(error as FastifyError).code];
  if (known) return new ApiError(known, errorCatalogue[known].title);
  if (isUnavailable(error)) {
    return new ApiError('not_ready', 'The database cannot be reached; try again soon.', {
      headers: { 'retry-after': '2' },
    });
  }
  return new ApiError('internal', 'The error was logged under this trace id.');
}

/** Answers with a problem document; logs what the caller is not told. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error);
  const { status, title } = errorCatalogue[refusal.code];
  if (refusal.code === 'internal') request.log.error({ err: error }, 'request failed');
  else if (refusal !== error && status >= 500) {
    request.log.warn({ reason: (error as Error).message }, 'request refused');
  }
  reply
    .code(status)
    .headers(refusal.headers)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(
      JSON.stringify({
        type: `urn:attune:error:${refusal.code}`,
        title,
        status,
        detail: refusal.message,
        code: refusal.code,
        traceId: request.id,
        ...(refusal.errors && { errors: refusal.errors }),
      }),
    );
}
