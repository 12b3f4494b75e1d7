// The shipped configurations fit the contract: each endpoint's body gets through, and no more.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';
import {
  consoleEndpoints,
  defaultBodyLimitBytes,
  type Endpoint,
  endpoints,
} from '@attune/contract';
import { projectRoot } from '../support/attune.ts';
import { shippedConfig } from './nginx.ts';

interface Location {
  readonly path: RegExp;
  readonly limitBytes: number;
  readonly isStreamed: boolean;
}

const mebibyte = 1024 * 1024;
const all = [...endpoints, ...consoleEndpoints] as readonly Pick<
  Endpoint,
  'method' | 'path' | 'bodyForm' | 'bodyLimitBytes'
>[];
const addressOf = (path: string) => path.replaceAll(/\{\w+\}/g, '17');
/** 0 stands for any. */
const limitOf = (text: string) => Number(text.replace('m', '')) * mebibyte;

async function nginxLocations(): Promise<Location[]> {
  const text = await shippedConfig();
  const found = [...text.matchAll(/location ~ (\S+) \{([^}]*client_max_body_size (\w+);[^}]*)\}/g)];
  return found.map(([, path = '', body = '', limit = '']) => ({
    path: new RegExp(path),
    limitBytes: limitOf(limit),
    isStreamed: body.includes('proxy_request_buffering off;'),
  }));
}

async function caddyLocations(): Promise<Location[]> {
  const text = await readFile(resolve(projectRoot, 'deploy/Caddyfile'), 'utf8');
  return [...text.matchAll(/@(\w+) path_regexp (\S+)\n\thandle @\1 \{\n([\s\S]*?)\n\t\}/g)].map(
    ([, , path = '', body = '']) => {
      const limit = /max_size (\d+)MiB/.exec(body)?.[1];
      return {
        path: new RegExp(path),
        limitBytes: limit === undefined ? 0 : Number(limit) * mebibyte,
        isStreamed: limit === undefined,
      };
    },
  );
}

for (const [name, read] of [
  ['nginx.conf', nginxLocations],
  ['Caddyfile', caddyLocations],
] as const) {
  test(`${name} lets through what each endpoint takes, and streams uploads alone`, async () => {
    const locations = await read();
    assert.equal(locations.length, 3);
    for (const { method, path, bodyForm = 'json', bodyLimitBytes = defaultBodyLimitBytes } of all) {
      const found = locations.filter((one) => one.path.test(addressOf(path)));
      const what = `${method} ${path}`;
      if (method === 'GET' || method === 'DELETE') continue;
      assert.ok(found.length <= 1, `${what} is in several locations`);
      const [
        { limitBytes, isStreamed } = { limitBytes: defaultBodyLimitBytes, isStreamed: false },
      ] = found;
      if (isStreamed) assert.equal(limitBytes, 0, what);
      else assert.equal(limitBytes, bodyLimitBytes, what);
      // An address is streamed where one of its methods, or its twin of the API, takes lines.
      if (bodyForm !== 'json') assert.ok(isStreamed, `${what} is not streamed`);
      if (isStreamed) assert.ok(takesLines(path), `${what} is streamed`);
    }
  });
}

/** Is there an endpoint at this address, of the API or the console, that reads lines or a file? */
const takesLines = (path: string) =>
  all.some(
    (one) =>
      one.bodyForm !== undefined &&
      one.bodyForm !== 'json' &&
      one.path === path.replace('/console/api/sites/{site}', '/v2'),
  );
