// Examples in openapi.json: what a story on the demo shop asks of each operation, and gets. After a
// change of the contract: RECORD_EXAMPLES=1 npm test -- api-examples, then npm run openapi.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { type Endpoint, endpoints, examples, type OperationExample } from '@attune/contract';
import type { Given } from './api-play.fixture.ts';
import { playStory } from './api-story.fixture.ts';
import { installDemo } from './demo/index.ts';
import { postgresInbox } from './features/events/collect/index.ts';
import { withKey } from './http/examples.fixture.ts';
import { askOf } from './http/requests.fixture.ts';
import { checkAnswer, compileCheck } from './http/validate.ts';
import { testServer } from './testing.ts';

const file = new URL('../../contract/src/examples.json', import.meta.url);
const longestText = 60;

const server = await testServer();
after(server.close);
const { keys } = await installDemo(server.ctx, postgresInbox(server.ctx.db));
const ask = askOf(server.url);
const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
const played: Record<string, OperationExample> = {};

/** Asks for an operation with success; what comes last of several is the example. */
async function play(id: string, { params = {}, query, body }: Given = {}) {
  const endpoint = byId.get(id);
  assert.ok(endpoint, id);
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name]!),
  );
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : '';
  const key = endpoint.sources.includes('Server-side') ? keys.server : keys.client;
  const answer = await ask(endpoint.method, path + search, withKey(endpoint, key, body));
  assert.ok(answer.status < 300, `${id}: ${answer.status} ${answer.text}`);
  const sent = endpoint.hasKeyInBody ? { key: 'your Client-side key', ...(body as object) } : body;
  const isLines = (endpoint as Endpoint).answers[answer.status]?.isLines;
  played[id] = {
    ...((params || query) && { parameters: { ...params, ...query } }),
    ...(body !== undefined && !(body instanceof Blob) && { request: sent }),
    status: answer.status,
    ...(answer.body !== undefined && { answer: abridged(isLines ? answer.body[0] : answer.body) }),
  };
  return answer.body;
}

/** Of each list the first, and of long texts the beginning. */
function abridged(value: unknown): unknown {
  if (typeof value === 'string' && value.length > longestText) {
    return `${value.slice(0, longestText)}...`;
  }
  if (Array.isArray(value)) return value.slice(0, 1).map(abridged);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, abridged(of)]));
}

const membersOf = (value: unknown) => Object.keys((value ?? {}) as object).sort();

test('a story on the demo shop uses every operation with success, as its example has it', async () => {
  await playStory(play, server.folded);
  assert.deepEqual(Object.keys(played).sort(), [...byId.keys()].sort());
  if (process.env['RECORD_EXAMPLES']) {
    writeFileSync(file, `${JSON.stringify(played, null, 2)}\n`);
    return;
  }
  for (const [id, { request, status, answer }] of Object.entries(played)) {
    const example = examples[id];
    assert.deepEqual(membersOf(example?.request), membersOf(request), id);
    assert.equal(example?.status, status, id);
    assert.equal(example?.answer === undefined, answer === undefined, id);
  }
});

test('each example is what the contract says of its operation', () => {
  for (const endpoint of endpoints) {
    const { request, status, answer } = examples[endpoint.id]!;
    const text = answer === undefined ? '' : JSON.stringify(answer);
    assert.deepEqual(checkAnswer(endpoint, status, text), [], endpoint.id);
    if (request !== undefined) assert.deepEqual(faultsOf(endpoint, request), [], endpoint.id);
  }
});

const faultsOf = ({ body }: Endpoint, request: unknown) =>
  body ? compileCheck(body)(request) : [];
