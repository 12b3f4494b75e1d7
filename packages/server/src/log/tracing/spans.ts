// Spans of Attune's own work, beside those of HTTP and PostgreSQL. They cost next to nothing where
// nothing is traced.
import { type Attributes, type Span, SpanStatusCode, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('attune');

/** Does work within a span, which ends with it, and has what the work throws as its status. */
export function traced<T>(name: string, attributes: Attributes, work: () => T): T {
  return tracer.startActiveSpan(name, { attributes }, (span) => {
    const end = <R>(result: R): R => {
      span.end();
      return result;
    };
    try {
      const result = work();
      if (!(result instanceof Promise)) return end(result);
      return result.then(end, (error) => failed(span, error)) as T;
    } catch (error) {
      return failed(span, error);
    }
  });
}

/** Names the span of a request after its route: paths hold ids of people. */
export function nameRequest(method: string, route: string | undefined): void {
  const span = trace.getActiveSpan();
  if (!span || route === undefined) return;
  span.updateName(`${method} ${route}`);
  span.setAttribute('http.route', route);
}

/** The id of the trace that is being made; undefined where none is. */
export const activeTraceId = (): string | undefined => trace.getActiveSpan()?.spanContext().traceId;

/** Messages of errors may quote what was sent: their kind alone is traced. */
function failed(span: Span, error: unknown): never {
  const { name, code } = error as { readonly name?: string; readonly code?: unknown };
  span.setAttribute('error.type', typeof code === 'string' ? code : (name ?? 'Error'));
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
  throw error;
}
