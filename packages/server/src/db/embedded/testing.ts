// What the tests of the embedded PostgreSQL share: folders, a recording log, and other processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, type TestContext } from 'node:test';
import { createLog } from '../../log/log.ts';

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
  const folder = await mkdtemp(join(tmpdir(), 'attune-embedded-'));
  atEnd(t, () => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A data directory for the tests of a file, which run one after another; gone after the last. */
export async function fileFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'attune-embedded-'));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A log whose messages can be read, and waited for. */
export function recordingLog() {
  const messages: string[] = [];
  const waiting = new Set<() => void>();
  const log = createLog('info', {
    write: (line) => {
      messages.push(JSON.parse(line).msg);
      for (const check of waiting) check();
    },
  });
  const said = (words: string) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!messages.some((message) => message.includes(words))) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  return { log, messages, said };
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
    const { startEmbeddedPostgres } = await import(${JSON.stringify(urlOf('./embedded.ts'))});
    const { createLog } = await import(${JSON.stringify(urlOf('../../log/log.ts'))});
    const options = ${JSON.stringify({ dataDir, role, packageFolder, throwaway: true })};
    const postgres = await startEmbeddedPostgres({ ...options, log: createLog('silent') });
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
