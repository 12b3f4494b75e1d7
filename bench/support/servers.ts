// What is measured, each on the measured core: the floor, PostgreSQL, and Attune's API on it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { makeFolder } from '../../e2e/support/attune.ts';
import { isAlive, type PostgresConnection } from '../../packages/embedded-postgres/src/index.ts';
import { startOwnPostgres } from '../../packages/server/src/db/own-postgres.ts';
import { createLog } from '../../packages/server/src/log/log.ts';
import { cores, moveToCore, onCore } from './cpu.ts';

/** A measurement that fails, or is ended, leaves nothing running. */
export const atExit = new Set<() => void>();
process.once('exit', () => {
  for (const kill of atExit) kill();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

export interface Started {
  readonly port: number;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

const launcher = resolve(import.meta.dirname, '../../packages/server/bin/attune.js');

/** Starts the floor, which answers every request with the same text. */
export async function startFloor(answer: string): Promise<Started> {
  const command = [process.execPath, join(import.meta.dirname, 'floor.ts')];
  return startServer({ command, portIn: Number, input: answer });
}

/** Has one connection insert batches of events for some seconds; how many a second it committed. */
export async function insertFloor(url: string, seconds: number): Promise<number> {
  const script = join(import.meta.dirname, 'insert-floor.ts');
  const [command, args] = onCore(cores.measured, [process.execPath, script]);
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify({ url, seconds }));
  return Number(await text(child.stdout));
}

/** Starts `attune api`. Its settings are the environment's defaults and those given. */
export async function startApi(env: Readonly<Record<string, string>>): Promise<Started> {
  const usual = { LOG_LEVEL: 'warn', DRAIN: '0', PORT: '0' };
  const command = [process.execPath, launcher, 'api'];
  return startServer({ command, env: { ...usual, ...env }, portIn: portOf });
}

/** The port in a line that says that Attune is ready; NaN in any other. */
export function portOf(line: string): number {
  return Number(/ready at http:\/\/[^:]+:(\d+)/.exec(line)?.[1]);
}

export interface ServerOptions {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The port, from the line of its output that names it; 0 for other lines. */
  readonly portIn: (line: string) => number;
  readonly input?: string;
  /** An open file for what it says on standard error; shown unless given. */
  readonly errors?: number;
  /** Does it run on all cores, its client among them? Default: it has the measured core. */
  readonly sharesCores?: boolean;
}

/** Starts a server, on the measured core or on all; resolves when it has printed its port. */
export function startServer(options: ServerOptions): Promise<Started> {
  const { command, env = {}, portIn, input = '', errors = 'inherit' } = options;
  const placed = options.sharesCores ? command : onCore(cores.measured, command).flat();
  const child = start(placed, env, errors);
  child.stdin?.end(input);
  return startedAt(child, portIn);
}

export interface Postgres {
  readonly url: string;
  readonly pid: number;
  readonly folder: string;
  readonly stop: () => Promise<void>;
}

/** Starts a PostgreSQL as the product runs it, with a data directory that is removed at the end. */
export async function startPostgres(): Promise<Postgres> {
  const folder = await makeFolder('bench');
  const log = createLog('warn');
  const postgres = await startOwnPostgres({ dataDir: folder, log, role: 'command' });
  moveToCore(cores.measured, postgres.pid);
  atExit.add(() => void (isAlive(postgres.pid) && process.kill(postgres.pid, 'SIGQUIT')));
  return {
    url: urlOf(postgres.connection),
    pid: postgres.pid,
    folder,
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The address of a database that listens in a folder. */
export function urlOf({ host, port, user, database }: PostgresConnection): string {
  const query = new URLSearchParams({ host, port: String(port), user });
  return `postgresql://localhost/${database}?${query}`;
}

function start(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  errors: number | 'inherit',
): ChildProcess {
  const [program = '', ...args] = command;
  // A session of its own, as a service has: Linux shares the processor out by session, and what
  // asks on the other core would take of this one's share (sched(7), "The autogroup feature").
  const detached = true;
  return spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', errors],
    detached,
  });
}

async function startedAt(child: ChildProcess, portIn: (line: string) => number): Promise<Started> {
  const exited = once(child, 'exit');
  const kill = () => void child.kill('SIGKILL');
  atExit.add(kill);
  const ready = new Promise<number>((done) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const port = portIn(line);
      if (port > 0) done(port);
    });
  });
  const ended = exited.then(() => {
    throw new Error('a measured server ended before it was ready');
  });
  ended.catch(() => undefined);
  const port = await Promise.race([ready, ended]);
  return {
    port,
    pid: child.pid!,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      atExit.delete(kill);
    },
  };
}
