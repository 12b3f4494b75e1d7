// The id under which a request is logged and can be asked about: W3C Trace Context.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** A `traceparent` of any version but ff, which the recommendation forbids. */
const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-|$)/;

/** 32 hex digits that nobody has. */
export const newTraceId = () => randomBytes(16).toString('hex');

/** The trace id that the caller sent in `traceparent`, or a new one. */
export function traceIdOf({ headers }: IncomingMessage): string {
  const { traceparent } = headers;
  return (typeof traceparent === 'string' && form.exec(traceparent)?.[1]) || newTraceId();
}
