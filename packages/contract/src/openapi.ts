// The contract as an OpenAPI 3.1 document: generated, committed, compared by `npm run check`.
import { endpoints } from './api.ts';
import type { Answer, Endpoint } from './endpoint.ts';
import { ofrepErrors } from './endpoints/ofrep.ts';
import { type ErrorCode, errorCatalogue } from './errors.ts';
import { examples } from './examples.ts';
import { namedSchemas, shownFor } from './named.ts';

/** Errors that have nothing to do with what an endpoint is for: all of them are its `default`. */
const commonErrors: readonly ErrorCode[] = [
  'malformed_json',
  'invalid_query',
  'key_missing',
  'key_invalid',
  'key_expired',
  'wrong_key_source',
  'origin_not_allowed',
  'permission_missing',
  'not_found',
  'method_not_allowed',
  'body_too_large',
  'unsupported_media_type',
  'invalid_request',
  'rate_limited',
  'internal',
  'not_ready',
  'overloaded',
  'key_lease_expired',
];

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: object;
  /** Of the first operation that has one. */
  example?: unknown;
}

/** What the document says once, and refers to. */
interface Shared {
  /** Names of schemas, by their JSON. */
  readonly names: ReadonlyMap<string, string>;
  /** Answers to errors, by their names. */
  readonly errors: Map<string, object>;
  /** Parameters that several operations have, by their names. */
  readonly parameters: Map<string, Parameter>;
  /** Headers of answers, by their names. */
  readonly headers: Map<string, object>;
}

/** Builds the document. Plain data; the same every time. */
export function openApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  const named = namedSchemas();
  const names = new Map(named.map(([name, schema]) => [JSON.stringify(schema), name]));
  const errors = new Map<string, object>();
  const parameters = new Map<string, Parameter>();
  const headers = new Map<string, object>();
  for (const endpoint of endpoints) {
    paths[endpoint.path] ??= {};
    const operation = operationOf(endpoint, { names, errors, parameters, headers });
    paths[endpoint.path]![endpoint.method.toLowerCase()] = withReferences(operation, names);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Attune Experience API',
      version: '2.0.0',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
      description:
        'Feeds, events, decisions and affinity profiles of one site per API key. The last line of ' +
        'each description says which source and permission a key needs.',
    },
    servers: [{ url: '/' }],
    security: [{ ApiKey: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(
        named.map(([name, schema]) => [name, withReferences(schema, names, name)]),
      ),
      responses: Object.fromEntries(errors),
      headers: Object.fromEntries(headers),
      parameters: withReferences(Object.fromEntries(parameters), names),
      securitySchemes: {
        ApiKey: { type: 'apiKey', in: 'header', name: 'SVC-API-Key' },
        OfrepApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        OfrepBearer: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

/**
 * The same with references to what has a name, and with what is shown instead of some schemas.
 * `own` is the name of what is being written out.
 */
function withReferences(part: unknown, names: Shared['names'], own?: string): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((one) => withReferences(one, names));
  const shown = shownFor(part);
  if (shown) return withReferences(shown, names);
  const name = names.get(JSON.stringify(part));
  if (name !== undefined && name !== own) return { $ref: `#/components/schemas/${name}` };
  const members = Object.entries(part).map(([key, value]) => [key, withReferences(value, names)]);
  return Object.fromEntries(isOfTexts(part) ? [['type', 'string'], ...members] : members);
}

/** Tools want to be told the type of what is one of some texts. */
const isOfTexts = (part: object): boolean =>
  'enum' in part &&
  !('type' in part) &&
  Array.isArray(part.enum) &&
  part.enum.every((one) => typeof one === 'string');

function operationOf(endpoint: Endpoint, shared: Shared): Record<string, unknown> {
  const { id, tag, summary, description = '' } = endpoint;
  const parameters = [
    ...parametersOf(endpoint, endpoint.params, 'path'),
    ...parametersOf(endpoint, endpoint.query, 'query'),
    ...parametersOf(endpoint, endpoint.headers, 'header'),
  ].map((parameter) => once(parameter, shared));
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `${description}\n\n${keyOf(endpoint)}`.trim(),
    ...(endpoint.protocol === 'ofrep' && {
      security: [{ ApiKey: [] }, { OfrepApiKey: [] }, { OfrepBearer: [] }],
    }),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: bodyOf(endpoint) }),
    responses: { ...answersOf(endpoint, shared), ...errorsOf(endpoint, shared) },
  };
}

/** Which keys may use an operation: `Server-side, manage`. */
const keyOf = ({ sources, permission }: Endpoint): string =>
  `Key: ${sources.join(' or ')}${permission === null ? '' : `, \`${permission}\``}.`;

/** A parameter by reference, under its name, or under a number more where that is another's. */
function once({ example, ...parameter }: Parameter, { parameters }: Shared): object {
  const text = JSON.stringify(parameter);
  const base = parameter.name.replaceAll(/[^A-Za-z0-9]/g, '_');
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}_${number}`;
    const { example: known, ...other }: Parameter = parameters.get(name) ?? parameter;
    if (JSON.stringify(other) !== text) continue;
    const shown = known ?? example;
    parameters.set(name, { ...parameter, ...(shown !== undefined && { example: shown }) });
    return { $ref: `#/components/parameters/${name}` };
  }
}

/** As it stands in the address. */
const textOf = (value: unknown) => (value === undefined ? undefined : String(value));

function parametersOf(
  { id }: Endpoint,
  schema: Endpoint['params'],
  place: Parameter['in'],
): Parameter[] {
  const required: readonly string[] = schema?.required ?? [];
  return Object.entries(schema?.properties ?? {}).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
    example: textOf(examples[id]?.parameters?.[name]),
  }));
}

function bodyOf({ id, body, bodyForm }: Endpoint) {
  const request = examples[id]?.request;
  if (bodyForm === 'bytes') {
    return { required: true, content: { 'application/octet-stream': { schema: body } } };
  }
  const lines = { schema: { type: 'string', description: 'One item a line.' } };
  return {
    required: true,
    content: {
      'application/json': { schema: body, ...(request !== undefined && { example: request }) },
      ...(bodyForm?.startsWith('json-or') && { 'application/x-ndjson': lines }),
      ...(bodyForm === 'json-or-lines' && { 'text/csv': lines }),
    },
  };
}

function answersOf({ id, answers }: Endpoint, shared: Shared): Record<string, unknown> {
  const example = examples[id];
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => {
      const exampleOfIt = example?.status === Number(status) ? example.answer : undefined;
      return [status, answerOf(answer, exampleOfIt, shared)];
    }),
  );
}

function answerOf(
  { description, schema, headers, isAlsoCsv, isLines }: Answer,
  example: unknown,
  shared: Shared,
) {
  const described = Object.entries(headers ?? {}).map(([name, about]) => {
    shared.headers.set(name, { description: about, schema: { type: 'string' } });
    return [name, { $ref: `#/components/headers/${name}` }];
  });
  return {
    description,
    ...(described.length > 0 && { headers: Object.fromEntries(described) }),
    ...(schema && {
      content: {
        [isLines ? 'application/x-ndjson' : 'application/json']: {
          schema,
          ...(example !== undefined && { example }),
        },
        ...(isAlsoCsv && { 'text/csv': { schema: { type: 'string' } } }),
      },
    }),
  };
}

/** Answers that several operations have are written once. */
function errorsOf(endpoint: Endpoint, { errors }: Shared): Record<string, unknown> {
  const codes = [...commonErrors, ...(endpoint.errors ?? [])];
  const forms = [...new Set(codes)].map((code) => formOf(endpoint, code));
  const byStatus = Map.groupBy(forms, ({ isCommon, status }) => (isCommon ? 'default' : status));
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => {
      const name = status === 'default' ? 'Error' : nameOf(status, those);
      errors.set(name, {
        description: those.map(({ status, text }) => `${status} ${text}`).join('. '),
        content: Object.fromEntries(those.map(({ type, schema }) => [type, { schema }])),
      });
      return [String(status), { $ref: `#/components/responses/${name}` }];
    }),
  );
}

/** `Error409_conflict_feed_shrink`: the status and its codes. */
const nameOf = (status: number, those: readonly { readonly code: string }[]): string =>
  [`Error${status}`, ...those.map(({ code }) => code)].join('_');

/** How an endpoint answers with an error. */
function formOf({ protocol }: Endpoint, code: ErrorCode) {
  const { status, title } = errorCatalogue[code];
  const failure = protocol === 'ofrep' ? ofrepErrors[code] : undefined;
  if (!failure) {
    const schema = { $ref: '#/components/schemas/Problem' };
    const text = `\`${code}\`: ${title}`;
    const isCommon = commonErrors.includes(code);
    return { status, code, isCommon, text, type: 'application/problem+json', schema };
  }
  const schema = { $ref: '#/components/schemas/OfrepFailure' };
  const text = `\`${failure.errorCode}\`: ${title}`;
  const named = { status: failure.status, code: failure.errorCode, isCommon: false };
  return { ...named, text, type: 'application/json', schema };
}
