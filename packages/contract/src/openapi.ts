// The contract as an OpenAPI 3.1 document: generated, committed, compared by `npm run check`.
import { endpoints } from './api.ts';
import { Problem } from './common.ts';
import type { Answer, Endpoint } from './endpoint.ts';
import { type ErrorCode, errorCatalogue } from './errors.ts';
import { permissions } from './permissions.ts';

/** Refusals that every endpoint can answer with. */
const commonErrors: readonly ErrorCode[] = [
  'key_missing',
  'key_invalid',
  'key_expired',
  'wrong_key_source',
  'origin_not_allowed',
  'method_not_allowed',
  'rate_limited',
  'internal',
  'not_ready',
  'overloaded',
  'key_lease_expired',
];

/** Builds the document. Plain data; the same every time. */
export function openApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] ??= {};
    paths[endpoint.path]![endpoint.method.toLowerCase()] = operationOf(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Attune Experience API',
      version: '2.0.0',
      description: 'Feeds, events, decisions and affinity profiles of one site per API key.',
    },
    servers: [{ url: '/' }],
    security: [{ ApiKey: [] }],
    paths,
    components: {
      schemas: { Problem },
      securitySchemes: {
        ApiKey: { type: 'apiKey', in: 'header', name: 'SVC-API-Key' },
      },
    },
  };
}

function operationOf(endpoint: Endpoint): Record<string, unknown> {
  const { id, tag, summary, description = '', permission, sources } = endpoint;
  const parameters = [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...parametersOf(endpoint.headers, 'header'),
  ];
  const needs = permission === null ? 'any' : `with "${permissions[permission].label}"`;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `${description}\n\nKey: ${sources.join(' or ')}, ${needs}.`.trim(),
    ...(permission !== null && { 'x-permission': permission }),
    'x-key-sources': sources,
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: bodyOf(endpoint) }),
    responses: { ...answersOf(endpoint), ...errorsOf(endpoint) },
  };
}

function parametersOf(schema: Endpoint['params'], place: 'path' | 'query' | 'header') {
  const required: readonly string[] = schema?.required ?? [];
  return Object.entries(schema?.properties ?? {}).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }));
}

function bodyOf({ body, bodyForm }: Endpoint) {
  if (bodyForm === 'bytes') {
    return { required: true, content: { 'application/octet-stream': { schema: body } } };
  }
  const lines = { schema: { type: 'string', description: 'One item a line.' } };
  return {
    required: true,
    content: {
      'application/json': { schema: body },
      ...(bodyForm?.startsWith('json-or') && { 'application/x-ndjson': lines }),
      ...(bodyForm === 'json-or-lines' && { 'text/csv': lines }),
    },
  };
}

function answersOf({ answers }: Endpoint): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [status, answerOf(answer)]),
  );
}

function answerOf({ description, schema, headers, isAlsoCsv }: Answer) {
  const described = Object.entries(headers ?? {}).map(([name, about]) => [
    name,
    { description: about, schema: { type: 'string' } },
  ]);
  return {
    description,
    ...(described.length > 0 && { headers: Object.fromEntries(described) }),
    ...(schema && {
      content: {
        'application/json': { schema },
        ...(isAlsoCsv && { 'text/csv': { schema: { type: 'string' } } }),
      },
    }),
  };
}

function errorsOf(endpoint: Endpoint): Record<string, unknown> {
  const codes = [...commonErrors, ...(endpoint.errors ?? [])];
  if (endpoint.permission !== null) codes.push('permission_missing');
  if (endpoint.query) codes.push('invalid_query');
  if (endpoint.params) codes.push('not_found');
  if (endpoint.body) {
    codes.push('malformed_json', 'invalid_request', 'body_too_large', 'unsupported_media_type');
  }
  const byStatus = Map.groupBy(new Set(codes), (code) => errorCatalogue[code].status);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, those]) => [
        String(status),
        {
          description: those.map((code) => `\`${code}\`: ${errorCatalogue[code].title}`).join('. '),
          content: {
            'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
          },
        },
      ]),
  );
}
