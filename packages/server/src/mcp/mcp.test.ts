// The tools as an assistant has them: by the protocol's own client, from the command `attune mcp`.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { api } from '@attune/contract';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { experienceServer } from '../features/experiences/campaigns/campaigns.fixture.ts';
import { callApi } from './call-api.ts';

const server = await experienceServer();
after(server.close);
const { publish, test: site, url } = server;
const campaign = await publish({ selector: 'hero' });
const manageKey = await site.key(['manage']);
const launcher = join(import.meta.dirname, '../../bin/attune.js');

/** A client of a process that serves its standard input. */
async function spawned(key: string, ...args: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const env = { PATH: process.env['PATH'] ?? '', ATTUNE_API_KEY: key };
  const command = { command: process.execPath, args: [launcher, 'mcp', '--url', url, ...args] };
  await client.connect(new StdioClientTransport({ ...command, env }));
  after(() => client.close());
  return client;
}

const reading = await spawned(manageKey);
const writing = await spawned(manageKey, '--write');

async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: given });
  const [part] = content as unknown as [{ text: string }];
  return { isError, text: part.text };
}
async function read(client: Client, name: string, given?: Record<string, unknown>) {
  const { isError, text } = await call(client, name, given);
  assert.equal(isError, false, text);
  return JSON.parse(text);
}

test('without --write the tools are those that change nothing, and say so', async () => {
  const { tools } = await reading.listTools();
  const names = tools.map(({ name }) => name);
  const expected = ['listCampaigns', 'reportCampaign', 'whyDecision', 'listFeeds', 'readStrategy'];
  for (const name of [...expected, 'listAudiences', 'listMetrics', 'checkCampaign']) {
    assert.ok(names.includes(name), name);
  }
  for (const { name, annotations, description = '', inputSchema } of tools) {
    assert.equal(annotations?.readOnlyHint, true, name);
    assert.match(
      name,
      /^(read|list|compare|report|why|replay|preview|plan|check|estimate|describe)/,
    );
    assert.ok(description.length > 5, name);
    assert.equal(inputSchema.type, 'object');
  }
  await assert.rejects(
    call(reading, 'deleteCampaign', { id: campaign }),
    /deleteCampaign not found/,
  );
  assert.equal((await read(reading, 'listCampaigns')).items.length, 1);
});

test('a campaign, its report, and why a visitor sees it can be read', async () => {
  const { items } = await read(reading, 'listCampaigns', { limit: 5 });
  assert.deepEqual([items.length, items[0].campaign.selector], [1, 'hero']);
  const one = await read(reading, 'readCampaign', { id: campaign });
  assert.equal(one.campaign.name, 'Campaign hero');
  const report = await read(reading, 'reportCampaign', { id: String(campaign), metric: 'clicks' });
  const counted = { unit: 'device', accountType: null };
  assert.deepEqual(report.campaign, { id: campaign, name: 'Campaign hero', ...counted });
  const body = { user: { id: '7' }, selector: { names: ['hero'] } };
  const why = await read(reading, 'whyDecision', { body });
  assert.match(JSON.stringify(why), /Everybody/);
});

test('with --write a campaign can be made, published and deleted', async () => {
  const { tools } = await writing.listTools();
  const hints = (name: string) => tools.find((tool) => tool.name === name)?.annotations;
  assert.deepEqual(
    ['createCampaign', 'deleteCampaign', 'readCampaign'].map((name) => [
      hints(name)?.readOnlyHint,
      hints(name)?.destructiveHint,
    ]),
    [
      [false, false],
      [false, true],
      [true, false],
    ],
  );
  const variations = [{ name: 'One', weight: 1, payload: { type: 'CUSTOM_JSON', data: 1 } }];
  const body = {
    ...{ name: 'Made', selector: 'made', type: 'custom' },
    experiences: [{ name: 'All', variations }],
  };
  const { id, version } = await read(writing, 'createCampaign', { body });
  await read(writing, 'publishCampaign', { id });
  assert.equal((await server.decide('made')).variations[0]?.payload.data, 1);
  const stale = await call(writing, 'deleteCampaign', { id, 'if-match': '"99"' });
  assert.deepEqual([stale.isError, stale.text.slice(0, 22)], [true, '412 revision_mismatch:']);
  assert.ok(version);
  const refused = await call(writing, 'deleteCampaign', { id });
  assert.match(refused.text, /^409 conflict: .* is live.*confirm=live/s);
  const gone = await call(writing, 'deleteCampaign', { id, confirm: 'live' });
  assert.deepEqual(gone, { isError: false, text: 'Done.' });
  const { rows } = await server.ctx.pool.query(
    `select count(*)::int as count from audit where site_id = $1 and actor like 'key %'`,
    [site.id],
  );
  assert.ok(rows[0].count > 0);
});

test('what is refused is an error of the tool, with all that the API says', async () => {
  const bad = await call(writing, 'createCampaign', {
    body: { name: 'x', selector: 'x', type: 'y' },
  });
  assert.equal(bad.isError, true);
  assert.match(bad.text, /\/body\/type must be one of .*custom/s);
  const flat = await call(writing, 'createCampaign', { name: 'x' });
  assert.match(flat.text, /\/body is required/);
  const variations = [{ name: 'One', weight: 1, payload: null }];
  const taken = { selector: 'hero', type: 'custom', experiences: [{ name: 'All', variations }] };
  const conflict = await call(writing, 'createCampaign', { body: { name: 'x', ...taken } });
  assert.match(conflict.text, /^409 conflict: .*hero/);
  const absent = await call(reading, 'readCampaign', { id: 999_999 });
  assert.match(absent.text, /^404 not_found: /);
  const feeds = await call(reading, 'listFeeds');
  assert.match(feeds.text, /^403 permission_missing: .*"Feed" \(feed\)/);
});

test('a wrong key, and a server that is away, are told in a sentence', async () => {
  const stranger = await spawned('svc_s_wrong');
  const refused = await call(stranger, 'listCampaigns');
  assert.equal(refused.isError, true);
  assert.match(refused.text, /^401 key_invalid: The key is unknown, mistyped or deleted/);
  const lost = await spawned(manageKey, '--url', 'http://127.0.0.1:9');
  assert.match((await call(lost, 'listCampaigns')).text, /^Attune does not answer at http:.*:9: /);
  const { code, complaint } = await ended({ PATH: process.env['PATH'] ?? '' });
  assert.equal(code, 2);
  assert.match(complaint, /set ATTUNE_API_KEY to an API key/);
});

test('the key goes to the address of the API alone, also where that leads elsewhere', async () => {
  const elsewhere: unknown[] = [];
  const other = createServer((request, response) => {
    elsewhere.push(request.headers['svc-api-key']);
    response.end('{}');
  });
  const proxy = createServer((_, response) => {
    const { port } = other.address() as AddressInfo;
    response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end();
  });
  for (const each of [other, proxy]) {
    await once(each.listen(0, '127.0.0.1'), 'listening');
    after(() => each.close());
  }
  const at = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const result = await callApi({ url: at, key: manageKey }, api.listCampaigns, {});
  assert.equal(result.isError, true);
  assert.match(result.content[0]!.text, /^The answer was 302 .* else than Attune answered/);
  assert.deepEqual(elsewhere, []);
});

test('over HTTP each request brings its own key, and pages of the web are kept out', async () => {
  const child = spawn(process.execPath, [launcher, 'mcp', '--url', url, '--http', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  after(() => child.kill());
  const [line] = await once(createInterface({ input: child.stderr }), 'line');
  const address = new URL(/http:\S+/.exec(line)![0]);
  assert.equal(address.hostname, '127.0.0.1');
  const connect = async (key: string) => {
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
    after(() => client.close());
    return client;
  };
  const one = await connect(manageKey);
  assert.equal((await read(one, 'listCampaigns')).items[0].campaign.selector, 'hero');
  const names = (await one.listTools()).tools.map(({ name }) => name);
  assert.ok(names.includes('readCampaign') && !names.includes('deleteCampaign'));
  const other = await connect('svc_s_wrong');
  assert.match((await call(other, 'listCampaigns')).text, /^401 key_invalid/);

  const statusOf = async (headers: Record<string, string>, at: URL = address) => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
    const type = { 'content-type': 'application/json' };
    const sent = { method: 'POST', headers: { ...type, ...headers }, body };
    return (await fetch(at, sent)).status;
  };
  const authorization = `Bearer ${manageKey}`;
  assert.equal(await statusOf({}), 401);
  assert.equal(await statusOf({ authorization, origin: 'https://evil.example' }), 403);
  assert.equal(await statusOf({ authorization }, new URL('/other', address)), 404);
  const rebound = get(address, { headers: { authorization, host: 'evil.example' } });
  const [{ statusCode }] = await once(rebound, 'response');
  assert.equal(statusCode, 403);
});

/** Runs the command to its end. */
async function ended(env: Record<string, string>) {
  const child = spawn(process.execPath, [launcher, 'mcp'], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, complaint };
}
