// The command `attune` as a process of its own, the way an operator runs it.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

export const projectRoot = resolve(import.meta.dirname, '../..');
export const launcher = resolve(projectRoot, 'packages/server/bin/attune.js');

export type Environment = Readonly<Record<string, string>>;

interface Starting {
  /** Another `attune` than the one of this checkout. */
  readonly program?: string;
  readonly onSpawn?: (child: ChildProcess) => void;
  readonly onLine?: (line: string) => void;
}

export interface Running {
  /** The address that it reported; '' for a worker. */
  readonly url: string;
  readonly process: ChildProcess;
  /** What it has printed on standard output so far. */
  readonly said: () => string;
  /** The last lines that it has printed on standard error. */
  readonly complained: () => readonly string[];
  /** Stops it as an operator would; resolves with its exit code. */
  readonly stop: () => Promise<number | null>;
}

/** How much of its standard error is kept. */
const linesKept = 200;

/**
 * Starts `attune start`, `api` or `worker`, with options; resolves when it says that it is ready.
 * `onSpawn` is given the process before that, and `onLine` what it prints on standard error.
 */
export async function startAttune(
  command: string,
  env: Environment,
  { program = launcher, onSpawn, onLine }: Starting = {},
): Promise<Running> {
  const child = spawn(process.execPath, [program, ...command.split(' ')], {
    env: { ...process.env, LOG_LEVEL: 'warn', PORT: '0', DRAIN: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const errors: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    errors.push(line);
    if (errors.length > linesKept) errors.shift();
    onLine?.(line);
  });
  onSpawn?.(child);
  let said = '';
  const ready = new Promise<string>((done) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      said += `${line}\n`;
      const found = /(?:ready at (http:\/\/[^\s,]+)|worker is ready)/.exec(line);
      if (found) done(found[1] ?? '');
    });
  });
  const failed = exited.then((code) => {
    throw new Error(`attune ${command} ended with ${code}: ${errors.join('\n')}`);
  });
  failed.catch(() => undefined);
  const url = await Promise.race([ready, failed]);
  const stop = () => {
    child.kill('SIGTERM');
    return exited;
  };
  return { url, process: child, said: () => said, complained: () => errors, stop };
}

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end. */
export function runAttune(
  args: readonly string[],
  env: Environment,
  program = launcher,
): Promise<Ended> {
  return new Promise((done) => {
    const options = { env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) => {
      done({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
}

/** Runs a command with `--json` and gives its document. Rejects unless it ends with 0. */
export async function runJson<T>(
  args: readonly string[],
  env: Environment,
  program = launcher,
): Promise<T> {
  const { code, stdout, stderr } = await runAttune([...args, '--json'], env, program);
  if (code !== 0) throw new Error(`attune ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

/** A folder for a test's data, which PostgreSQL's own user can reach when the test runs as root. */
export async function makeFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `attune-${name}-`));
  await chmod(folder, 0o755);
  return folder;
}
