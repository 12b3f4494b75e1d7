// The document is OpenAPI 3.1 that tools can read, and says what the contract says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { endpoints } from './api.ts';
import { openApiDocument } from './openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: the test finds out what it is.
type Json = any;

/** As a tool reads it: text has neither undefined members nor symbols. */
const document: Json = JSON.parse(JSON.stringify(openApiDocument()));
/** What a reference leads to. */
const resolved = (value: Json): Json =>
  typeof value?.$ref === 'string'
    ? value.$ref
        .slice(2)
        .split('/')
        .reduce((part: Json, name: string) => part[name], document)
    : value;
const operations: { path: string; method: string; operation: Json }[] = Object.entries(
  document.paths as Record<string, Json>,
).flatMap(([path, item]) =>
  Object.entries<Json>(item).map(([method, given]) => {
    const parameters = (given.parameters ?? []).map(resolved);
    const responses = Object.fromEntries(
      Object.entries(given.responses).map(([status, one]) => [status, resolved(one)]),
    );
    const operation = { ...given, ...(given.parameters && { parameters }), responses };
    return { path, method, operation };
  }),
);

/** Every object in a value with the pointer to it. */
function* objectsIn(value: Json, at = '#'): Generator<{ at: string; object: Json }> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { at, object: value };
  for (const [name, member] of Object.entries(value)) {
    yield* objectsIn(member, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

/** Every schema of the document, with those within them. */
function* schemas(): Generator<{ at: string; schema: Json }> {
  const isSchema =
    /\/(schema|components\/schemas\/[^/]+)(\/(properties\/[^/]+|items|(anyOf|allOf)\/\d+|additionalProperties|patternProperties\/[^/]+))*$/;
  // An example may have a schema of its own, such as a template's.
  for (const { at, object } of objectsIn(document))
    if (isSchema.test(at) && !at.includes('/example/')) yield { at, schema: object };
}

const keysOf = (value: Json, allowed: readonly string[], at: string) => {
  const odd = Object.keys(value).filter((key) => !allowed.includes(key) && !key.startsWith('x-'));
  assert.deepEqual(odd, [], at);
};

test('the committed document is the one that the contract gives', () => {
  const committed = readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8');
  const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
  assert.ok(committed === text, 'run "npm run openapi" and read the difference');
});

test('it says what OpenAPI 3.1 wants said', () => {
  keysOf(document, ['openapi', 'info', 'servers', 'security', 'paths', 'components', 'tags'], '#');
  assert.match(document.openapi, /^3\.1\.\d+$/);
  assert.ok(document.info.title && document.info.version);
  for (const requirement of document.security) {
    for (const name of Object.keys(requirement)) {
      const scheme = document.components.securitySchemes[name];
      assert.deepEqual(scheme, { type: 'apiKey', in: 'header', name: 'SVC-API-Key' });
    }
  }
  for (const { operation } of operations) {
    for (const requirement of operation.security ?? []) {
      const [name = ''] = Object.keys(requirement);
      assert.ok(document.components.securitySchemes[name], name);
    }
  }
});

test('each endpoint is in it, once', () => {
  const found = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const stated = endpoints.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(found.toSorted(), stated.toSorted());
  const ids = operations.map(({ operation }) => operation.operationId);
  assert.deepEqual(ids.toSorted(), endpoints.map(({ id }) => id).toSorted());
});

test('operations have the members that they may have', () => {
  const known = ['operationId', 'tags', 'summary', 'description', 'parameters', 'requestBody'];
  for (const { path, method, operation } of operations) {
    const at = `${method} ${path}`;
    keysOf(operation, [...known, 'security', 'responses'], at);
    assert.ok(operation.summary.length > 0 && operation.tags.length === 1, at);
    if (operation.requestBody) {
      keysOf(operation.requestBody, ['required', 'content', 'description'], at);
      const { content } = operation.requestBody;
      assert.ok((content['application/json'] ?? content['application/octet-stream']).schema, at);
      assert.ok(['post', 'put'].includes(method), at);
    }
  }
});

test('parameters are those of the path, and others that HTTP does not keep for itself', () => {
  for (const { path, method, operation } of operations) {
    const at = `${method} ${path}`;
    const parameters: Json[] = operation.parameters ?? [];
    const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
    assert.deepEqual(
      inPath,
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      at,
    );
    for (const parameter of parameters) {
      keysOf(parameter, ['name', 'in', 'required', 'schema', 'description', 'example'], at);
      assert.ok(['path', 'query', 'header'].includes(parameter.in) && parameter.schema, at);
      if (parameter.in === 'path') assert.equal(parameter.required, true, at);
      assert.doesNotMatch(parameter.name, /^(accept|content-type|authorization)$/i, at);
    }
    const names = parameters.map((one) => `${one.in} ${one.name}`);
    assert.equal(new Set(names).size, names.length, at);
  }
});

test('answers are described, and every operation says how it refuses', () => {
  for (const { path, method, operation } of operations) {
    const at = `${method} ${path}`;
    const { description } = operation.responses.default;
    for (const status of ['401', '403', '405', '500', '503'])
      assert.match(description, new RegExp(`\\b${status} `), at);
    for (const [status, response] of Object.entries<Json>(operation.responses)) {
      assert.match(status, /^([2-5]\d\d|default)$/, at);
      keysOf(response, ['description', 'headers', 'content'], at);
      assert.ok(response.description.length > 0, `${at} ${status}`);
      const types = Object.keys(response.content ?? {});
      const isRefusal = status === 'default' || Number(status) >= 400;
      const refusals = Object.values<Json>(response.content ?? {}).filter(({ schema }) =>
        /\/(Problem|OfrepFailure)$/.test(schema.$ref ?? ''),
      );
      assert.equal(refusals.length, isRefusal ? types.length : 0, at);
      assert.ok(!isRefusal || types.length > 0, at);
      for (const content of Object.values<Json>(response.content ?? {}))
        assert.ok(content.schema, at);
    }
  }
});

test('every operation has an example of its request, and of its answer', () => {
  const documents = operations.flatMap(({ path, method, operation }) => {
    const answer = Object.entries<Json>(operation.responses).find(([status]) => /^2/.test(status));
    return [operation.requestBody, answer?.[1]].map((one) => ({
      at: `${method} ${path}`,
      json: one?.content?.['application/json'],
    }));
  });
  const without = documents.filter(({ json }) => json && json.example === undefined);
  // 204 is what comes of them, unless more is asked for.
  const isAnswered = ({ at }: { at: string }) => !/^post .v2.(collect|userdata.events)/.test(at);
  assert.deepEqual(without.filter(isAnswered), []);
});

test('every reference leads somewhere', () => {
  let count = 0;
  for (const { at, object } of objectsIn(document)) {
    if (typeof object.$ref !== 'string') continue;
    count += 1;
    assert.match(object.$ref, /^#\//, at);
    const target = object.$ref
      .slice(2)
      .split('/')
      .reduce((value: Json, name: string) => value?.[name], document);
    assert.ok(target, `${at}: ${object.$ref}`);
  }
  assert.ok(count > endpoints.length);
});

test('schemas are those of JSON Schema 2020-12', () => {
  const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
  const shared = ['type', 'description', 'enum', 'const', 'anyOf', 'allOf', 'not', 'examples'];
  shared.push('$ref', 'x-as-written');
  const keywords = {
    object: [
      ...['properties', 'required', 'additionalProperties', 'patternProperties'],
      'maxProperties',
    ],
    array: [
      ...['items', 'minItems', 'maxItems', 'uniqueItems'],
      ...['contains', 'minContains', 'maxContains', 'x-whole'],
    ],
    string: ['pattern', 'minLength', 'maxLength', 'format', 'x-identifier'],
    number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
    integer: ['minimum', 'maximum'],
  };
  let count = 0;
  for (const { at, schema } of schemas()) {
    count += 1;
    if (schema.type !== undefined) assert.ok(types.includes(schema.type), at);
    keysOf(schema, [...shared, ...(keywords[schema.type as 'object'] ?? [])], at);
    for (const name of schema.required ?? [])
      assert.ok(name in schema.properties, `${at}: ${name}`);
    if (schema.pattern) assert.ok(new RegExp(schema.pattern, 'u'), at);
    for (const pattern of Object.keys(schema.patternProperties ?? {})) {
      assert.ok(new RegExp(pattern, 'u'), at);
    }
    for (const example of schema.examples ?? []) {
      if (schema.pattern) assert.match(example, new RegExp(schema.pattern, 'u'), at);
    }
  }
  assert.ok(count > 500, String(count));
});
