// The credentials of feed sources of six kinds may be found nowhere: not where data lies, and not
// where people look.
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { consoleBrowser } from '../packages/server/src/features/access/teammates/teammates.fixture.ts';
import { eventually } from '../packages/server/src/testing.ts';
import { openBrowser, skip } from './console/browser.ts';
import { canary, openSources, type SourceKind } from './feed-sources.ts';
import { makeFolder, type Running, runAttune, startAttune } from './support/attune.ts';
import { filesBelow, searchFor } from './support/needles.ts';

/** What must be found, so that nothing found means something. */
const beacon = canary('beacon');

describe('secrets of feed sources', () => {
  let folder: string;
  let dataDir: string;
  let server: Running;
  let sources: Awaited<ReturnType<typeof openSources>>;
  let log = '';
  /** Every answer of the API, and what commands printed. */
  let answers = '';
  let pages = '';
  let browser: ReturnType<typeof consoleBrowser>;
  const feeds = new Map<string, string>();

  before(async () => {
    folder = await makeFolder('feed-secrets');
    dataDir = join(folder, 'data');
    sources = await openSources();
    const env = { DATA_DIR: dataDir, LOG_LEVEL: 'trace', PULL_ALLOWED_HOSTS: '127.0.0.1' };
    const onLine = (line: string) => {
      log += `${line}\n`;
    };
    server = await startAttune('start', env, { onLine });
    browser = consoleBrowser(server.url);
    const token = /invitation#token=([\w-]+)/.exec(server.said())?.[1];
    const teammate = { name: 'Ann', email: 'ann@shop.example', password: canary('password') };
    await ask('POST', '/invitation/accept', { token, teammate });
    for (const kind of sources.kinds) {
      const { id } = await ask('POST', '/sites/demo/feeds', { name: `${beacon} ${kind.name}` });
      feeds.set(kind.name, id);
    }
    await Promise.all(sources.kinds.map((kind) => fetched(kind, 'right', 'taken')));
    await Promise.all(sources.kinds.map(look));
    if (!skip) pages = await lookInBrowser();
    await Promise.all(sources.kinds.map((kind) => fetched(kind, 'wrong', 'failed')));
    await Promise.all(sources.kinds.map(look));
    await Promise.all(sources.kinds.map(refuse));
    await ask('GET', '/sites/demo/audit');
    await ask('GET', '/overview').catch(() => undefined);
    await runCommands(env);
    assert.equal(await server.stop(), 0);
  });

  after(async () => {
    server.process.kill('SIGKILL');
    await sources.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await browser.ask(method, path, body);
    answers += `${JSON.stringify([answer.body, [...answer.headers]])}\n`;
    return answer.body;
  };

  const at = ({ name }: SourceKind, what: string) => `/sites/demo/feeds/${feeds.get(name)}/${what}`;

  /** Tests a source, saves it and has it fetched. */
  async function fetched(kind: SourceKind, which: 'right' | 'wrong', status: string) {
    const place = kind[which];
    const tried = await ask('POST', at(kind, 'pull/test'), place);
    assert.equal(tried.isOk, which === 'right', `${kind.name}: ${JSON.stringify(tried)}`);
    const schedule = { everyMinutes: 600 };
    const { pull } = await ask('PUT', at(kind, 'pull'), { ...place, schedule });
    assert.equal(pull.hasAuthorization, place.authorization !== undefined, kind.name);
    await ask('POST', at(kind, 'pull/run'));
    await eventually(async () => {
      const { runs } = await ask('GET', at(kind, 'pull/runs'));
      const isOver = runs.length === (which === 'right' ? 1 : 2) && runs[0].status !== 'running';
      if (isOver) assert.equal(runs[0].status, status, `${kind.name}: ${runs[0].detail}`);
      return isOver;
    });
  }

  /** Everything that can be asked of a feed. */
  async function look(kind: SourceKind): Promise<void> {
    const parts = ['pull', 'pulls', 'pull/runs', 'revisions', 'health', 'items'];
    for (const part of parts) await ask('GET', at(kind, part));
    await ask('GET', '/sites/demo/feeds');
  }

  /** Credentials in bodies that are refused come back in no error. */
  async function refuse({ name, refused }: SourceKind): Promise<void> {
    for (const body of refused) {
      const path = `/sites/demo/feeds/${feeds.get(name)}/pull`;
      const { status } = await browser.ask('PUT', path, body);
      assert.equal(status, 422, `${name}: ${JSON.stringify(body)}`);
      await ask('PUT', path, body);
      await ask('POST', `${path}/test`, body);
    }
  }

  async function lookInBrowser(): Promise<string> {
    const { page, context } = await (await openBrowser())();
    const attributes = { domain: 'localhost', path: '/', secure: true, httpOnly: true };
    const cookies = [...browser.cookies].map(([name, value]) => ({ name, value, ...attributes }));
    await context.addCookies(cookies.map((one) => ({ ...one, sameSite: 'Strict' as const })));
    let seen = '';
    const values = `[...document.querySelectorAll('input, textarea')].map((one) => one.value).join()`;
    for (const id of feeds.values()) {
      await page.goto(`${server.url}/console/demo/feeds?id=${id}&show=pull`);
      await page.getByRole('table', { name: 'Last pulls' }).waitFor();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByLabel('File URL').waitFor();
      seen += `${await page.content()} ${await page.evaluate<string>(values)}\n`;
      await page.goto(`${server.url}/console/demo/feeds?id=${id}&show=history`);
      await page.getByRole('list', { name: 'Revisions' }).waitFor();
      seen += await page.content();
    }
    await context.close();
    return seen;
  }

  async function runCommands(env: Readonly<Record<string, string>>): Promise<void> {
    const id = feeds.get(sources.kinds[0]!.name)!;
    const site = ['--site', 'demo'];
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const place = ['--format', 'ndjson', '--to', join(folder, 'exports')];
    for (const args of [
      ['feeds', 'list', ...site],
      ['feeds', 'history', ...site, '--feed', id],
      ['feeds', 'health', ...site, '--feed', id],
      ['campaigns', 'export', ...site],
      ['export', 'events', ...site, '--since', day, ...place],
      ['export', 'profiles', ...site, ...place],
      ['doctor'],
      ['backup', join(folder, 'canary.backup')],
    ]) {
      const { code, stdout, stderr } = await runAttune([...args, '--json'], env);
      assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
      answers += stdout + stderr;
    }
  }

  const find = (bytes: Buffer) => searchFor(sources.secrets)(bytes);

  test('are not in the data directory, in no form', async () => {
    const seen: string[] = [];
    for await (const [path, bytes] of filesBelow(dataDir)) {
      seen.push(path);
      assert.deepEqual(find(bytes), [], path);
    }
    assert.ok(seen.some((path) => path.startsWith('postgres/pg_wal/')));
    assert.ok(seen.includes('snapshot.json'));
  });

  test('are not in a backup, nor in exports', async () => {
    const bytes = zstdDecompressSync(await readFile(join(folder, 'canary.backup')));
    assert.deepEqual(find(bytes), []);
    assert.deepEqual(searchFor({ beacon })(bytes), ['beacon']);
    for await (const [path, exported] of filesBelow(join(folder, 'exports'))) {
      assert.deepEqual(find(exported), [], path);
    }
  });

  test('are not in the log, however much is logged', () => {
    assert.match(log, /"endpoint":"replaceFeedPull"/i);
    assert.deepEqual(find(Buffer.from(log)), []);
  });

  test('are in no answer of the API and of commands: pulls, runs, errors, the audit log', () => {
    assert.match(answers, /feed\.pull/);
    assert.match(answers, /The feed was not changed/);
    assert.deepEqual(find(Buffer.from(answers)), []);
  });

  test('are on no page of the console', { skip }, () => {
    assert.match(pages, new RegExp(beacon));
    assert.match(pages, /token=\*\*\*/);
    assert.deepEqual(find(Buffer.from(pages)), []);
  });

  test('would be found: what is no secret lies in the tables', async () => {
    const found: string[] = [];
    for await (const [path, bytes] of filesBelow(dataDir)) {
      if (searchFor({ beacon })(bytes).length > 0) found.push(path);
    }
    for (const part of ['postgres/base/', 'postgres/pg_wal/']) {
      assert.ok(
        found.some((path) => path.startsWith(part)),
        `${part} is not in ${found}`,
      );
    }
  });
});
