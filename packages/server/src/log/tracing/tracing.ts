// Traces for OpenTelemetry: of requests, decisions, the database and the worker. ADR 0098.
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api';
import type { TracingConfig } from '../../tracing-config.ts';
import { version } from '../../version.ts';
import type { Log } from '../log.ts';

/** What a span of a request leaves out: addresses, browsers and queries are about people. */
const personal = {
  'client.address': undefined,
  'network.peer.address': undefined,
  'network.peer.port': undefined,
  'url.path': undefined,
  'url.query': undefined,
  'user_agent.original': undefined,
};

/** Probes come every few seconds, and say nothing. */
const probes = ['/healthz', '/readyz', '/metrics'];

/** Spans that wait to be sent: a few seconds of a busy process. More are dropped, and logged. */
const waitingMost = 8_192;
const sendingMs = 1_000;
const stoppingMs = 2_000;
/** A receiver that is away is told of so often. */
const faultMs = 60_000;

export interface Tracing {
  /** Sends what was not sent yet, and ends. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts to trace this process; call it before anything listens or connects. Its packages are
 * loaded here, since most installations do without.
 */
export async function startTracing(config: TracingConfig, log: Log): Promise<Tracing> {
  const [sdk, exporters, resources, contexts, core] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
  ]);
  const exporter = new exporters.OTLPTraceExporter({ url: config.url, headers: config.headers });
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': config.service,
      'service.version': version,
      'process.pid': process.pid,
    }),
    sampler: samplerOf(sdk, config),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter,
        maxQueueSize: waitingMost,
        scheduledDelayMillis: sendingMs,
      }),
    ],
  });
  logFaults(log);
  context.setGlobalContextManager(new contexts.AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  await instrument();
  // A receiver that is away keeps no server from stopping.
  return { stop: () => Promise.race([provider.shutdown(), delay(stoppingMs)]) };
}

/** Logs what the packages complain about, such as a receiver that does not answer. */
function logFaults(log: Log): void {
  let last = -Infinity;
  const warn = (fault: string) => {
    if (performance.now() - last < faultMs) return;
    last = performance.now();
    log.warn({ fault }, 'traces are lost');
  };
  const ignore = () => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN },
  );
}

/** Has the HTTP server and the driver of PostgreSQL make spans. */
async function instrument(): Promise<void> {
  const [{ registerInstrumentations }, { HttpInstrumentation }, { PgInstrumentation }] =
    await Promise.all([
      import('@opentelemetry/instrumentation'),
      import('@opentelemetry/instrumentation-http'),
      import('@opentelemetry/instrumentation-pg'),
    ]);
  registerInstrumentations({
    instrumentations: [
      new HttpInstrumentation({
        disableOutgoingRequestInstrumentation: true,
        ignoreIncomingRequestHook: ({ url }) => probes.includes(url ?? ''),
        startIncomingSpanHook: () => personal,
      }),
      // Texts of statements have no values in them. What no span is around are polls.
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
    ],
  });
  // They are told of modules that `require` loads.
  const require = createRequire(import.meta.url);
  for (const name of ['node:http', 'pg']) require(name);
}

function samplerOf(
  sdk: typeof import('@opentelemetry/sdk-trace'),
  { sampler, ratio }: TracingConfig,
) {
  const roots = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(ratio),
  };
  const [, isByParent, root] = /^(parentbased_)?(.*)$/.exec(sampler)!;
  const own = roots[root as keyof typeof roots]();
  return isByParent ? new sdk.ParentBasedSampler({ root: own }) : own;
}
