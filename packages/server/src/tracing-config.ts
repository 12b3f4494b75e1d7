// Settings of tracing, in the names that OpenTelemetry gives them.
// Source: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
import { type Setting, secretSetting, setting } from './setting.ts';

export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export interface TracingConfig {
  /** Where traces are sent: the address of OTLP over HTTP with its path. */
  readonly url: string;
  /** Sent along, such as a key of the receiver's: never logged. */
  readonly headers: Readonly<Record<string, string>>;
  readonly service: string;
  readonly sampler: (typeof samplers)[number];
  /** The share of traces that samplers by ratio keep. */
  readonly ratio: number;
}

/** The settings by their names in the environment. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    'where OpenTelemetry traces are sent, such as `http://localhost:4318`',
    '',
    readEndpoint,
    'OTLP over HTTP, with `/v1/traces` added. Without it nothing is traced.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secretSetting(
    'headers for it: `name=value,name=value`',
    '',
    readHeaders,
    'Encode special characters of a value, such as `%20` for a blank.',
  ),
  OTEL_SERVICE_NAME: setting('the name of the service in traces', 'attune', (text) => text),
  OTEL_TRACES_SAMPLER: setting(
    `which requests are traced: one of ${samplers.join(', ')}`,
    'parentbased_always_on',
    readSampler,
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    'the share of requests that a sampler by ratio traces, from 0 to 1',
    '1',
    readRatio,
  ),
} as const;

type Value = <T>(name: keyof typeof tracingSettings, from: Setting<T>) => T;

/** Reads the settings together; undefined where nothing is traced. */
export function tracingOf(value: Value): { readonly tracing: TracingConfig | undefined } {
  const url = value('OTEL_EXPORTER_OTLP_ENDPOINT', tracingSettings.OTEL_EXPORTER_OTLP_ENDPOINT);
  const tracing = {
    headers: value('OTEL_EXPORTER_OTLP_HEADERS', tracingSettings.OTEL_EXPORTER_OTLP_HEADERS),
    service: value('OTEL_SERVICE_NAME', tracingSettings.OTEL_SERVICE_NAME),
    sampler: value('OTEL_TRACES_SAMPLER', tracingSettings.OTEL_TRACES_SAMPLER),
    ratio: value('OTEL_TRACES_SAMPLER_ARG', tracingSettings.OTEL_TRACES_SAMPLER_ARG),
  };
  return { tracing: url === undefined ? undefined : { url, ...tracing } };
}

function readEndpoint(text: string): string | undefined {
  if (text === '') return undefined;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new Error('must be an address such as http://localhost:4318');
  }
  const url = new URL(text);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url.href;
}

/** As W3C Baggage writes a list, which OpenTelemetry names as the form. */
function readHeaders(text: string): Readonly<Record<string, string>> {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  return Object.fromEntries(
    parts.map((part) => {
      const at = part.indexOf('=');
      const name = part.slice(0, at).trim().toLowerCase();
      // The part may hold a secret, and is not repeated.
      if (at < 1 || !/^[a-z0-9-]+$/.test(name)) throw new Error('must be name=value,name=value');
      return [name, decoded(part.slice(at + 1).trim())];
    }),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('has a % that does not encode a character; write it as %25');
  }
}

function readSampler(text: string): (typeof samplers)[number] {
  const found = samplers.find((name) => name === text);
  if (!found) throw new Error(`must be one of ${samplers.join(', ')}`);
  return found;
}

function readRatio(text: string): number {
  const ratio = Number(text);
  if (!(ratio >= 0 && ratio <= 1)) throw new Error('must be a number from 0 to 1');
  return ratio;
}
