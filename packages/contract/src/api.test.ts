// The list of endpoints is all of them: what a file states and the list forgets would not exist.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { api, endpoints } from './api.ts';
import type { Endpoint } from './endpoint.ts';
import { errorCatalogue } from './errors.ts';
import { permissions } from './permissions.ts';

const folder = new URL('./endpoints/', import.meta.url);

/** Endpoints among the exports of a module, also where several are exported as one object. */
function endpointsIn(value: unknown): Endpoint[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('method' in value && 'path' in value) return [value as Endpoint];
  const isGroup = Object.getPrototypeOf(value) === Object.prototype && !('type' in value);
  return isGroup ? Object.values(value).flatMap(endpointsIn) : [];
}

test('every endpoint that a file states is in the list, once', async () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<![.]test)[.]ts$/.test(name),
  );
  const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href)));
  const stated = modules.flatMap((module) => Object.values(module).flatMap(endpointsIn));
  assert.ok(stated.length > 30, String(stated.length));
  assert.deepEqual(new Set(stated), new Set(endpoints));
  assert.equal(new Set(endpoints).size, Object.keys(api).length);
});

test('each has an id, and a method and path, of its own', () => {
  const ids = endpoints.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  const addresses = endpoints.map(
    ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
  );
  assert.equal(new Set(addresses).size, addresses.length);
});

test('a path names its parameters, all of them and no others', () => {
  for (const { id, path, params, protocol } of endpoints) {
    assert.match(path, protocol === 'ofrep' ? /^\/ofrep\/v1\// : /^\/v2\//, id);
    assert.match(path, /^\/\w+(\/([a-z0-9-]+|\{\w+\}))+$/, id);
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    assert.deepEqual(named, Object.keys(params?.properties ?? {}), id);
  }
});

test('an endpoint takes no source of keys that cannot hold its permission', () => {
  for (const { id, permission, sources } of endpoints) {
    if (permission === null) continue;
    const able: readonly string[] = permissions[permission].sources;
    assert.ok(sources.length > 0 && sources.every((source) => able.includes(source)), id);
  }
});

test('an endpoint answers with statuses of success; refusals are of the catalogue', () => {
  for (const { id, answers, errors = [], method, body, headers } of endpoints) {
    const isConditional = headers?.properties['if-none-match'] !== undefined;
    const statuses = Object.keys(answers)
      .map(Number)
      .filter((status) => !(isConditional && status === 304));
    assert.ok(statuses.length > 0 && statuses.every((status) => status >= 200 && status < 300), id);
    assert.ok(
      errors.every((code) => code in errorCatalogue),
      id,
    );
    if (method === 'GET' || method === 'DELETE') assert.equal(body, undefined, id);
  }
});
