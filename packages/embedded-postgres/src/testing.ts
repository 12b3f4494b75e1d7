// What the tests of the embedded PostgreSQL share: folders, a recording log, and other processes.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, type TestContext } from 'node:test';
import { accountFor, runAs, spawnOptions } from './account.ts';
import type { Log } from './log.ts';
import { ask } from './postmaster.ts';
import type { Product } from './product.ts';

export { openServers, programs15, type ReplicatedServer, type Servers } from './servers.fixture.ts';

const endings = new WeakMap<TestContext, (() => unknown)[]>();

/** Runs at the end of the test, the last one asked for first: what is used goes last. */
export function atEnd(t: TestContext, work: () => unknown): void {
  const works = endings.get(t) ?? [];
  if (works.length === 0) {
    t.after(async () => {
      for (const each of works.reverse()) await each();
    });
  }
  works.push(work);
  endings.set(t, works);
}

/** A folder that goes with the test. */
export async function testFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
  atEnd(t, () => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A data directory for the tests of a file, which run one after another; gone after the last. */
export async function fileFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The product that the tests start PostgreSQL for. */
export const product: Product = {
  name: 'example',
  title: 'Example',
  dataDirSetting: 'DATA_DIR',
  urlSetting: 'DATABASE_URL',
};

/** Messages in the order they were written, which can be waited for. */
export function recordMessages() {
  const messages: string[] = [];
  const waiting = new Set<() => void>();
  const write = (message: string) => {
    messages.push(message);
    for (const check of waiting) check();
  };
  const logged = (words: string) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!messages.some((message) => message.includes(words))) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  return { messages, write, logged };
}

/** A log whose messages can be read, and waited for. */
export function recordingLog() {
  const { messages, write, logged } = recordMessages();
  const shown = (_: object, message: string) => write(message);
  const log: Log = { debug: () => undefined, info: shown, warn: shown, error: shown };
  return { log, messages, logged };
}

/**
 * Starts a PostgreSQL by the programs in a folder, as an operator runs their own; answers the
 * folder of its socket. Its owner is `user`.
 */
export async function startOtherPostgres(
  t: TestContext,
  programs: string,
  user: string,
): Promise<string> {
  const account = await accountFor(undefined, product);
  const host = await mkdtemp('/tmp/other-postgres-');
  atEnd(t, () => rm(host, { recursive: true }));
  if (account.foreign) await chown(host, account.uid, account.gid);
  const data = join(host, 'data');
  const initdb = ['-D', data, '-U', user, '-E', 'UTF8', '--no-locale', '--no-sync'];
  const made = await runAs(account, `${programs}/initdb`, initdb);
  assert.ok(made.ok, made.output);
  const options = ['-D', data, '-k', host, '-c', 'listen_addresses=', '-F'];
  const child = spawn(`${programs}/postgres`, options, {
    ...spawnOptions(account),
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  atEnd(t, () => {
    child.kill('SIGINT');
    return exited;
  });
  const connection = { host, port: 5432, user, database: 'postgres' };
  while ((await ask(connection)).state !== 'ready') assert.equal(child.exitCode, null);
  return host;
}

export interface Holder {
  readonly process: ChildProcess;
  /** Of its PostgreSQL. */
  readonly pid: number;
  readonly reattached: boolean;
  readonly connection: { readonly host: string };
  /** Ends it as a crash would. */
  readonly kill: () => Promise<void>;
  /** Lets it stop in good order. */
  readonly finish: () => Promise<void>;
}

export interface HolderOptions {
  readonly role?: 'server' | 'worker' | 'command';
  readonly uid?: number;
  readonly packageFolder?: string;
}

/** Another process that starts the embedded PostgreSQL, and holds it until its input ends. */
export async function startHolder(
  t: TestContext,
  dataDir: string,
  options: HolderOptions = {},
): Promise<Holder> {
  const { role = 'server', uid, packageFolder } = options;
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(urlOf('./start.ts'))});
    const options = ${JSON.stringify({ product, dataDir, role, packageFolder, throwaway: true })};
    const none = () => undefined;
    const log = { debug: none, info: none, warn: none, error: none };
    const postgres = await startEmbeddedPostgres({ ...options, log });
    const { pid, reattached, connection } = postgres;
    console.log(JSON.stringify({ pid, reattached, connection }));
    process.stdin.resume().on('end', () => postgres.stop().then(() => process.exit()));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const exited = once(child, 'exit');
  atEnd(t, () => child.kill('SIGKILL'));
  const line = once(createInterface(child.stdout), 'line').then(([text]) => String(text));
  const first = await Promise.race([line, exited.then(([code]) => code)]);
  if (typeof first !== 'string') throw new Error(`The holder ended with ${first}`);
  return {
    process: child,
    ...JSON.parse(first),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    finish: async () => {
      child.stdin.end();
      await exited;
    },
  };
}

function urlOf(path: string): string {
  return new URL(path, import.meta.url).href;
}
