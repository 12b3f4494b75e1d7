// Refuses malformed addresses, and answers addresses without an endpoint.
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';

/** Refuses what a proxy may have read differently: HTTP/0.9, and none or two Host headers. */
export function refuseMalformed({ raw }: FastifyRequest): void {
  const { httpVersion, headers, rawHeaders } = raw;
  if (httpVersion === '0.9') {
    throw new ApiError('malformed_http', 'HTTP/0.9 is not spoken here.');
  }
  if (headers.host === undefined && httpVersion === '1.1') {
    throw new ApiError('malformed_http', 'A request of HTTP/1.1 has a Host header.');
  }
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) throw new ApiError('malformed_http', 'A request has one Host header.');
}

/**
 * Refuses what is not percent-encoded UTF-8, and what cannot be stored. The router is lenient: it
 * would read `%zz` in a query literally, and so mistake one person for another.
 */
export function refuseInvalidUrl(url: string): void {
  if (!url.includes('%')) return;
  let text: string | undefined;
  try {
    text = decodeURIComponent(url);
  } catch {
    // JavaScript throws URIError for bytes that are not UTF-8, or not escaped as they must be.
  }
  if (text === undefined || text.includes('\0')) {
    const detail = 'The address must be percent-encoded UTF-8, without U+0000 or lone surrogates.';
    throw new ApiError('invalid_query', detail);
  }
}

/** The error for an address without an endpoint. */
export const nothingHere = () => new ApiError('not_found', 'There is nothing at this address.');
