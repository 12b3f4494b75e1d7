// How PostgreSQL comes to run: found running and answering, or else spawned.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresConnection } from './connection.ts';
import type { Log } from './log.ts';
import { lastLines } from './log-file.ts';
import { ask, type Installation, readPidFile, spawnPostmaster } from './postmaster.ts';
import { hasStartupProcess, isPostmasterOf } from './process-state.ts';
import type { Product } from './product.ts';
import { removeRuntimeFolder, takeRuntimeFolder } from './runtime-folder.ts';
import { socketPort } from './settings.ts';
import { startError } from './start-error.ts';

export interface Running {
  readonly pid: number;
  /** To the database `postgres`. */
  readonly connection: PostgresConnection;
  /** Was it running before we came? */
  readonly reattached: boolean;
}

const startsBeforeGivingUp = 4;
const silenceMs = 30_000;
/**
 * PostgreSQL 18 waits for ever when its first process after a crash dies as well, as by a disk that
 * fails for a while. It gives what it ends itself 5 s before it makes it end.
 */
const abandonedMs = 10_000;

/**
 * Answers a PostgreSQL that has been connected to. Two processes may do this at once: PostgreSQL
 * lets one of the two postmasters live, and both find that one. `before` is the folder of the
 * socket that this process has used, to have it again.
 */
export async function ensureRunning(
  installation: Installation,
  log: Log,
  signal: AbortSignal,
  before?: string,
): Promise<Running> {
  const { folder, product } = installation;
  for (let failures = 0; failures < startsBeforeGivingUp; ) {
    signal.throwIfAborted();
    const found = await readPidFile(installation);
    if (found && isPostmasterOf(found.pid, folder)) {
      const connection = await answerOfFound(found.pid, installation, log, signal);
      if (connection) return { pid: found.pid, connection, reattached: true };
      failures = 0;
      continue;
    }
    const runtime = await takeRuntimeFolder(installation, found?.connection?.host ?? before);
    const child = await spawnPostmaster(installation, runtime.path, found?.pid);
    const connection = connectionIn(runtime.path, product);
    if (await answers(child, connection, signal)) {
      return { pid: child.pid ?? 0, connection, reattached: false };
    }
    if (runtime.isNew) await removeRuntimeFolder(runtime.path);
    failures += 1;
    if (failures < startsBeforeGivingUp) await delay(50 * 2 ** failures);
  }
  throw startError(
    `PostgreSQL does not start. The end of ${installation.logFile}:\n` +
      `${await lastLines(installation.logFile)}`,
  );
}

function connectionIn(runtimeFolder: string, { name }: Product): PostgresConnection {
  return { host: runtimeFolder, port: socketPort, user: name, database: 'postgres' };
}

/** Resolves true when the child answers, false when it ended before. */
async function answers(
  child: ChildProcess,
  connection: PostgresConnection,
  signal: AbortSignal,
): Promise<boolean> {
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const answer = await ask(connection);
    if (answer.state === 'ready' && answer.pid === child.pid) return true;
    if (signal.aborted) child.kill('SIGINT');
    await delay(10);
  }
  return false;
}

/** Waits for a postmaster that is not ours to answer; undefined when it ends instead. */
async function answerOfFound(
  pid: number,
  installation: Installation,
  log: Log,
  signal: AbortSignal,
): Promise<PostgresConnection | undefined> {
  const { folder } = installation;
  let heard = performance.now();
  let saidAt = heard;
  let workedOn = heard;
  while (isPostmasterOf(pid, folder)) {
    signal.throwIfAborted();
    const connection = (await readPidFile(installation))?.connection;
    const answer = connection ? await ask(connection) : { state: 'silent' as const };
    const now = performance.now();
    if (answer.state === 'ready' && answer.pid === pid) return connection;
    if (answer.state !== 'silent') heard = now;
    if (answer.state !== 'recovering' || hasStartupProcess(pid)) workedOn = now;
    if (now - workedOn > abandonedMs) {
      log.error({ pid }, 'PostgreSQL recovers without a process that does it; starting it anew');
      process.kill(pid, 'SIGQUIT');
      workedOn = now;
    }
    if (now - heard > silenceMs) throw silenceError(pid, installation, connection);
    if (now - saidAt > 5000) {
      saidAt = now;
      log.info({ pid }, 'Waiting for the PostgreSQL that is starting or stopping');
    }
    await delay(20);
  }
  return undefined;
}

function silenceError(
  pid: number,
  { folder, product }: Installation,
  connection: PostgresConnection | undefined,
) {
  return startError(
    `PostgreSQL (process ${pid}) uses ${folder} but does not answer on its socket in ` +
      `${connection?.host ?? 'an unknown folder'}. If that folder cannot be seen from here, run ` +
      `${product.title} where it can; else stop the process with: kill -INT ${pid}`,
  );
}
