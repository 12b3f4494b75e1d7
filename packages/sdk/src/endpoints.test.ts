// The client asks what the contract states, in words that people have.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api, type Endpoint } from '@attune/contract';
import * as endpoints from './endpoints/index.ts';
import { AttuneError, createClient, type EndpointName, every } from './index.ts';

/** A client of a service that keeps what it is asked, and gives always the same. */
function clientOf(answer: () => Response) {
  const asked: { url: URL; init: RequestInit }[] = [];
  const client = createClient({
    url: 'https://attune.example',
    key: 'k',
    retries: 0,
    fetch: async (url, init = {}) => {
      asked.push({ url: new URL(String(url)), init });
      return answer();
    },
  });
  return { client, asked };
}
const empty = () => new Response(null, { status: 204 });

test('each endpoint of the contract is a function, which asks it by its method and path', async () => {
  const functions = new Map<string, unknown>(
    Object.entries(endpoints satisfies Readonly<Record<EndpointName, unknown>>),
  );
  assert.deepEqual([...functions.keys()].sort(), Object.keys(api).sort());
  const { client, asked } = clientOf(empty);
  for (const [name, { method, path }] of Object.entries<Endpoint>(api)) {
    const call = functions.get(name) as (...given: object[]) => Promise<void>;
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param as string);
    await call(client, { params: Object.fromEntries(names.map((param) => [param, 'a/b?'])) });
    const { url, init } = asked.at(-1)!;
    assert.equal(init.method, method, name);
    assert.equal(url.pathname, path.replaceAll(/\{\w+\}/g, 'a%2Fb%3F'), name);
  }
});

test('numbers and booleans become text, files go as they are, and the caller can abort', async () => {
  const { client, asked } = clientOf(empty);
  const query = { limit: 10, label: 'spring', status: 'live', archived: true } as const;
  await endpoints.listCampaigns(client, { query });
  const signal = AbortSignal.abort();
  const aborted = endpoints.listCampaigns(clientOf(empty).client, { signal });
  await assert.rejects(aborted, /aborted by its caller/);
  await endpoints.startUpload(client, {
    ...{ params: { feedId: 7 }, query: { name: 'feed.csv' }, body: new Uint8Array([1, 2]) },
  });
  await endpoints.importUserdata(client, { body: 'cuid,vip\nann,true\n', type: 'text/csv' });
  const headers = { 'if-match': '"3"' };
  const body = { name: 'New', steps: [{ method: { type: 'newest' as const } }] };
  await endpoints.replaceStrategy(client, { params: { id: 1001 }, body, headers });
  const [listed, uploaded, lines, replaced] = asked;
  assert.equal(listed!.url.search, '?limit=10&label=spring&status=live&archived=true');
  assert.deepEqual(uploaded!.init.body, new Uint8Array([1, 2]));
  const sent = (one: typeof listed) => new Headers(one!.init.headers);
  assert.equal(sent(uploaded).get('content-type'), 'application/octet-stream');
  assert.equal(sent(lines).get('content-type'), 'text/csv');
  assert.deepEqual(
    [sent(replaced).get('if-match'), JSON.parse(String(replaced!.init.body))],
    ['"3"', body],
  );
});

test('pages follow each other until there are no more', async () => {
  const pages = [
    { items: [1, 2], next: '2' },
    { items: [3], next: null },
  ];
  const { client, asked } = clientOf(() => Response.json(pages[asked.length - 1]));
  const seen: unknown[] = [];
  for await (const one of every(endpoints.listStrategies, client, { query: { q: 'a' } })) {
    seen.push(one);
  }
  assert.deepEqual(seen, [1, 2, 3]);
  assert.deepEqual(
    asked.map(({ url }) => url.search),
    ['?q=a', '?q=a&cursor=2'],
  );
});

test('an endpoint rejects with the problem of the service, or with what a proxy answered', async () => {
  const problem = { status: 404, title: 'Not found', detail: 'No such.', code: 'not_found' };
  const headers = { 'content-type': 'application/problem+json', 'retry-after': '2' };
  const own = clientOf(() => new Response(JSON.stringify(problem), { status: 404, headers }));
  await assert.rejects(
    endpoints.readModel(own.client, { params: { model: 'none' } }),
    (error) => error instanceof AttuneError && error.problem.code === 'not_found',
  );
  const proxy = clientOf(() => new Response('<h1>Busy</h1>', { status: 503 }));
  await assert.rejects(
    endpoints.listModels(proxy.client),
    /not_attune: GET https:\/\/attune.example\/v2\/models was answered with 503.*<h1>Busy/,
  );
});
