// The id under which a request is logged: W3C Trace Context.
import type { IncomingHttpHeaders } from 'node:http';
import { activeTraceId } from '../log/tracing/spans.ts';
import { randomHex } from '../random.ts';

/** A `traceparent` of any version but ff, which the recommendation forbids. */
const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-|$)/;

/** 32 random hex digits. */
export const newTraceId = () => randomHex(16);

/** The id of the trace that is made, or that the caller sent in `traceparent`, or a new one. */
export function traceIdOf({ headers }: { readonly headers: IncomingHttpHeaders }): string {
  const active = activeTraceId();
  if (active !== undefined) return active;
  const { traceparent } = headers;
  return (typeof traceparent === 'string' && form.exec(traceparent)?.[1]) || newTraceId();
}
