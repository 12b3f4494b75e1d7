// Turns whatever was thrown into an RFC 9457 answer: the one place that knows both sides.
import type { IncomingMessage } from 'node:http';
import {
  type ErrorCode,
  errorCatalogue,
  type Fault,
  ofrepErrors,
  originalHeaders,
} from '@attune/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import { isShortOfResources, isUnavailable } from '../db/errors.ts';
import type { Log } from '../log/log.ts';
import { errorsMax } from './validate.ts';

const fastifyCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_media_type',
  FST_CP_ERR_INVALID_CONTENT: 'malformed_json',
  FST_ERR_BAD_URL: 'invalid_query',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

export const problemType = 'application/problem+json; charset=utf-8';

/** The ApiError that a thrown error stands for. */
function apiErrorOf(error: unknown, request: IncomingMessage): ApiError {
  if (error instanceof ApiError) return error;
  const known = fastifyCodes[(error as FastifyError).code];
  if (known) return new ApiError(known, `${errorCatalogue[known].title}.`);
  // This answer is never read; it keeps a caller's lost connection from passing for the database's.
  if (request.destroyed && !request.complete) {
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

/** Where an error arose, and where it is logged. */
interface Origin {
  readonly request: IncomingMessage;
  readonly traceId: string;
  readonly log: Log;
  /** Does the client read errors of the original API family? */
  readonly isOriginal: boolean;
}

/** The answer to an error; logs what the caller is not shown. */
function problemOf(error: unknown, { request, traceId, log, isOriginal }: Origin) {
  const apiError = apiErrorOf(error, request);
  const { status } = errorCatalogue[apiError.code];
  if (apiError.code === 'internal') log.error({ traceId, err: error }, 'request failed');
  else if (apiError !== error && status >= 500) {
    log.warn({ traceId, reason: (error as Error).message }, 'request refused');
  }
  const { code, message: detail, errors, headers } = apiError;
  return {
    status,
    headers,
    text: problemText({ code, detail, traceId, errors, isOriginal }),
    apiError,
  };
}

/** Answers with a problem document. */
export function sendProblem(
  log: Log,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (reply.sent) return;
  const isOriginal = reply.hasHeader(originalHeaders.traceId);
  const origin = { request: request.raw, traceId: request.id, log, isOriginal };
  const { status, headers, text, apiError } = problemOf(error, origin);
  request.apiError = apiError;
  const { endpoint } = request.routeOptions.config;
  const failure = endpoint?.protocol === 'ofrep' ? failureOf(request, apiError) : undefined;
  reply
    .code(failure?.status ?? status)
    .headers(headers)
    .header('content-type', failure ? 'application/json; charset=utf-8' : problemType)
    .send(failure?.text ?? text);
}

/** The same as OFREP has it, where it has a form for it. */
function failureOf({ params, id: traceId }: FastifyRequest, error: ApiError) {
  const { code, message, errors = [] } = error;
  const { key } = params as { readonly key?: string };
  const known = ofrepErrors[code];
  // The address `.../flags/` is no flag's.
  if (!known || key === '') return undefined;
  const { status, errorCode } = known;
  const faults = errors.map(({ pointer, detail }) => `${pointer} ${detail}.`);
  const errorDetails = shorten([message, ...faults].join(' '));
  return {
    status,
    text: JSON.stringify({ key, errorCode, errorDetails, metadata: { code, traceId } }),
  };
}

interface Problem {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly traceId: string;
  readonly errors?: readonly Fault[] | undefined;
  readonly isOriginal?: boolean;
}

/** Of a pointer or a sentence; names in a body may be as long as the body. */
const charactersMax = 1_000;

/** Without half an escape of a pointer, or half a character, at its end. */
const shorten = (text: string) =>
  text.length > charactersMax
    ? `${text.slice(0, charactersMax).replace(/~$/, '').toWellFormed()}…`
    : text;

/** A problem document as JSON text; no request, however full of errors, makes it a long one. */
export function problemText({ code, detail, traceId, errors, isOriginal }: Problem): string {
  const { status, title } = errorCatalogue[code];
  const type = `urn:attune:error:${code}`;
  const listed = errors?.slice(0, errorsMax).map((fault) => ({
    pointer: shorten(fault.pointer),
    detail: shorten(fault.detail),
  }));
  const problem = { type, title, status, detail: shorten(detail), code, traceId };
  const original = isOriginal && { error: title, message: problem.detail };
  return JSON.stringify({ ...problem, ...original, ...(listed && { errors: listed }) });
}
