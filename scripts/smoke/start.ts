// `npm start` in a checkout until it is ready, and its end, which leaves nothing running.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../e2e/support/free-port.ts';
import { type Account, type Started, signalGroup, start } from './account.ts';

const startBoundMs = 120_000;
const stopBoundMs = 20_000;

/** Starts, waits until it is ready, and stops with Ctrl-C; resolves with the ms until ready. */
export async function startAndStop(account: Account, folder: string): Promise<number> {
  const port = await freePort();
  const beganMs = performance.now();
  const server = start(account, folder, ['npm', 'start'], { PORT: String(port) });
  try {
    await ready(server, port, beganMs + startBoundMs);
    const tookMs = performance.now() - beganMs;
    await stop(server);
    const postmaster = postmasterOf(folder);
    if (postmaster !== undefined) throw new Error(`PostgreSQL ${postmaster} was left running`);
    return tookMs;
  } catch (error) {
    signalGroup(server.pid, 'SIGKILL');
    const postmaster = postmasterOf(folder);
    if (postmaster !== undefined) process.kill(postmaster, 'SIGQUIT');
    const told = server.output().split('\n').slice(-40).join('\n');
    throw new Error(`npm start: ${(error as Error).message}. It said:\n${told}`);
  }
}

async function ready(server: Started, port: number, untilMs: number): Promise<void> {
  let exit: number | string | undefined;
  server.ended.then((code) => {
    exit = code;
  });
  while (!(await isReady(port))) {
    if (exit !== undefined) throw new Error(`it ended with ${exit} before it was ready`);
    if (performance.now() > untilMs) throw new Error(`not ready within ${startBoundMs / 1000} s`);
    await delay(25);
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    const url = `http://127.0.0.1:${port}/readyz`;
    return (await fetch(url, { signal: AbortSignal.timeout(1000) })).status === 200;
  } catch {
    return false;
  }
}

async function stop(server: Started): Promise<void> {
  signalGroup(server.pid, 'SIGINT');
  const late = delay(stopBoundMs, 'late' as const, { ref: false });
  if ((await Promise.race([server.ended, late])) === 'late') {
    throw new Error(`it did not stop within ${stopBoundMs / 1000} s of Ctrl-C`);
  }
}

/** Removes what a checkout has stored, also where that is kept elsewhere. */
export function removeData(folder: string): void {
  for (const stored of [dirname(clusterOf(folder)), join(folder, 'data')]) {
    rmSync(stored, { recursive: true, force: true });
  }
}

function clusterOf(folder: string): string {
  const elsewhere = join(folder, 'data/postgres-location');
  const isElsewhere = existsSync(elsewhere);
  return isElsewhere ? readFileSync(elsewhere, 'utf8').trim() : join(folder, 'data/postgres');
}

/** The process number of the checkout's PostgreSQL, if it runs. */
function postmasterOf(folder: string): number | undefined {
  const file = join(clusterOf(folder), 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  return Number(readFileSync(file, 'utf8').split('\n')[0]);
}
