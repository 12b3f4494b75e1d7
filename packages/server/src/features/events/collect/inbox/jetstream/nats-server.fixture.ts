// NATS servers with JetStream for tests, on ports and folders of their own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface NatsServer {
  readonly url: string;
  /** Ends it with SIGKILL, and leaves what it has stored. */
  readonly kill: () => Promise<void>;
  /** Starts it again with what it has stored. */
  readonly start: () => Promise<void>;
  /** Ends it, and removes what it has stored. */
  readonly stop: () => Promise<void>;
}

export const natsServer = '/usr/sbin/nats-server';
export const hasNats = existsSync(natsServer);
/** Why a test is left out. */
export const withoutNats = hasNats ? false : `${natsServer} is not installed`;

const host = '127.0.0.1';
const startMs = 20_000;

/** Starts servers that know of each other: one stands alone. */
export async function startNatsCluster(count: number): Promise<NatsServer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'attune-nats-'));
  const ports = await freePorts(2 * count);
  const routes = ports.slice(count).map((port) => `nats://${host}:${port}`);
  const servers = Array.from({ length: count }, (_, at) => {
    const own = ['-a', host, '-p', String(ports[at]), '-n', `nats-${at}`];
    const stored = ['-js', '-sd', join(folder, String(at))];
    const cluster = ['--cluster_name', 'test', '--cluster', routes[at]!, '--routes', routes.join()];
    return serverOf(ports[at]!, [...own, ...stored, ...(count > 1 ? cluster : [])]);
  });
  await Promise.all(servers.map(({ start }) => start()));
  let left = count;
  return servers.map(({ kill, ...server }) => ({
    ...server,
    kill,
    stop: async () => {
      await kill();
      left -= 1;
      if (left === 0) await rm(folder, { recursive: true, force: true });
    },
  }));
}

/** Starts a server that stands alone. */
export async function startNats(): Promise<NatsServer> {
  return (await startNatsCluster(1))[0]!;
}

function serverOf(port: number, args: readonly string[]) {
  let child: ChildProcess | undefined;
  const kill = async () => {
    const own = child;
    child = undefined;
    if (!own || own.exitCode !== null || own.signalCode !== null) return;
    own.kill('SIGKILL');
    await once(own, 'exit');
  };
  const start = async () => {
    child = spawn(natsServer, args, { stdio: 'ignore' });
    for (const end = Date.now() + startMs; !(await answers(port)); await delay(50)) {
      if (Date.now() > end) throw new Error(`nats-server does not answer on port ${port}`);
    }
  };
  return { url: `nats://${host}:${port}`, kill, start };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, host);
  const answered = await Promise.race([
    once(socket, 'data').then(
      () => true,
      () => false,
    ),
    delay(1_000, false),
  ]);
  socket.destroy();
  return answered;
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, host));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
