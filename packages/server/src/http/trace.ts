// The id under which a request is logged and can be asked about: W3C Trace Context.
import { randomFillSync } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A `traceparent` of any version but ff, which the recommendation forbids. */
const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-|$)/;

/** Asking for random bytes costs more than using them. */
const pool = Buffer.alloc(16 * 256);
let used = pool.length;

/** 32 hex digits that nobody has. */
export function newTraceId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 16;
  return pool.toString('hex', used - 16, used);
}

/** The trace id that the caller sent in `traceparent`, or a new one. */
export function traceIdOf({ headers }: { readonly headers: IncomingHttpHeaders }): string {
  const { traceparent } = headers;
  return (typeof traceparent === 'string' && form.exec(traceparent)?.[1]) || newTraceId();
}
