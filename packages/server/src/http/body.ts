// How bodies are read: JSON by default, NDJSON and files as streams where an endpoint takes them.
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Fault } from '@attune/contract';
import { parseExact, parseWritten, pointerTo, resolveNumbers } from '@attune/core';
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { ApiError, refuseInvalid } from '../api-error.ts';
import { asIgnored, type PassedOver } from '../passed-over.ts';
import type { App } from './app.ts';
import { errorsMax } from './validate.ts';
import { writtenIn } from './written.ts';

/** What a request's headers say of its body. */
interface Sent {
  readonly headers: IncomingHttpHeaders;
}

/** A page's beacon says plain text, and curl a form, where they send JSON. */
const jsonTypes = new Set(['', 'application/json', 'text/plain']);
const formType = 'application/x-www-form-urlencoded';
const ndjsonType = 'application/x-ndjson';
const csvType = 'text/csv';
const bytesType = 'application/octet-stream';
/** Far beyond what people write, and far below what would exhaust a stack. */
const depthMax = 100;
const byteOrderMark = '\ufeff';

/** Takes the place of every content type parser that Fastify has. */
export function readBodies(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    [ndjsonType, csvType],
    async (request: FastifyRequest, payload: Readable) => openLines(request, payload),
  );
  app.addContentTypeParser(bytesType, async (request: FastifyRequest, payload: Readable) => {
    const { endpoint, consoleEndpoint } = request.routeOptions.config;
    if ((endpoint ?? consoleEndpoint)?.bodyForm !== 'bytes') throw unsupported(request);
    return payload;
  });
  // Without a listed type: JSON where the type is missing or plain text, as clients send it.
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const type = mediaType(request);
      const isJson = jsonTypes.has(type) || (type === formType && looksLikeJson(body));
      if (!isJson) throw unsupported(request);
      const { endpoint, consoleEndpoint } = request.routeOptions.config;
      const to = endpoint ?? consoleEndpoint;
      if (!endpoint?.isLenient) return parseJson(body, to?.body);
      const unheld: PassedOver[] = [];
      const value = parseJson(body, endpoint.body, unheld);
      if (unheld.length > 0) request.unheld = unheld;
      return value;
    },
  );
}

const looksLikeJson = (body: Buffer) => /^\s*\{/.test(body.toString('latin1', 0, 100));

/** Does a request say that it has a body? */
export const hasBody = ({ headers }: Sent) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Is a body sent as lines or as a file, so that it may take as long as its sender needs? */
export const sendsLines = (request: Sent) =>
  [ndjsonType, csvType, bytesType].includes(mediaType(request));

function mediaType({ headers }: Sent): string {
  const type = headers['content-type'] ?? '';
  if (type === 'application/json') return type;
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

function unsupported({ headers }: Sent): ApiError {
  const given = String(headers['content-type']).slice(0, 100);
  const detail = `content-type "${given}" is not accepted here. Send application/json.`;
  return new ApiError('unsupported_media_type', detail);
}

function openLines(request: FastifyRequest, payload: Readable): Readable {
  const { endpoint } = request.routeOptions.config;
  const isNdjson = mediaType(request.raw) === ndjsonType;
  const isTaken =
    endpoint?.bodyForm === 'json-or-lines' || (isNdjson && endpoint?.bodyForm === 'json-or-ndjson');
  if (!isTaken) throw unsupported(request);
  return payload;
}

/**
 * Parses a JSON body. An empty one is undefined. `schema` says where JSON is kept as it is written;
 * numbers elsewhere that would be rounded are left out and added to `unheld`, where it is given.
 * Throws `malformed_json`, or `invalid_request` for what is too deep, cannot be stored, or would be
 * rounded.
 */
export function parseJson(body: Buffer, schema?: TSchema, unheld?: PassedOver[]): unknown {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw new ApiError('malformed_json', 'The body is not JSON in UTF-8.');
  const whole = body.toString('utf8');
  const text = whole.startsWith(byteOrderMark) ? whole.slice(1) : whole;
  const value = readable(text);
  const { places, hasJson = false } = schema ? writtenIn(schema) : {};
  const exact = hasJson ? parseWritten(text, value) : parseExact(text, value);
  if (exact === value) return value;
  const rounded: Fault[] = [];
  const resolved = resolveNumbers(exact, places, rounded);
  if (unheld && resolved !== undefined) unheld.push(...asIgnored(rounded.slice(0, errorsMax)));
  else refuseInvalid(rounded.slice(0, errorsMax));
  return resolved;
}

/** JSON that can be stored, read by the plain parser. */
function readable(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ApiError('malformed_json', `The body is not JSON in UTF-8${position(error)}.`);
  }
  if (isDeeper(value, depthMax)) {
    refuseInvalid([{ pointer: '', detail: `is nested more than ${depthMax} deep` }]);
  }
  // Only an escape can bring what cannot be stored: raw UTF-8 holds no surrogates, JSON no NUL.
  if (text.includes('\\u') && /\\u(0000|[dD][89a-fA-F])/.test(text)) {
    const errors: Fault[] = [];
    noteUnstorable(value, '', errors);
    refuseInvalid(errors);
  }
  return value;
}

/** Recursion over a value ends here, also later on. */
function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  if (Array.isArray(value)) return value.some((member) => isDeeper(member, depth - 1));
  for (const name in value) {
    if (isDeeper((value as Record<string, unknown>)[name], depth - 1)) return true;
  }
  return false;
}

/** The place of a syntax error, without the text around it, which may be secret. */
function position(error: unknown): string {
  const at = /position (\d+)/.exec((error as Error).message)?.[1];
  return at ? ` (near position ${at})` : '';
}

/**
 * Notes strings and names in a JSON value that contain U+0000 or a lone surrogate, as many as an
 * answer lists: a body may have millions.
 */
function noteUnstorable(value: unknown, pointer: string, errors: Fault[]): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) errors.push({ pointer, detail: 'holds U+0000 or a lone surrogate' });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const name of isList ? value.keys() : Object.keys(value)) {
    if (errors.length >= errorsMax) return;
    const at = pointerTo(pointer, name);
    if (!isList && !isStorable(String(name))) {
      const shown = at.toWellFormed().replaceAll('\0', '\uFFFD');
      errors.push({ pointer: shown, detail: 'is not a storable name' });
    }
    noteUnstorable((value as Record<string | number, unknown>)[name], at, errors);
  }
}

/** PostgreSQL's text and jsonb hold neither U+0000 nor lone surrogates. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
