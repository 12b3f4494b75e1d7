// Debian's nginx with the configuration that is shipped, moved to a folder and ports of a test.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Balancer } from '../nodes/balancer.ts';
import { makeFolder, projectRoot } from '../support/attune.ts';
import { freePort } from '../support/free-port.ts';

const program = '/usr/sbin/nginx';
const run = promisify(execFile);

/** Why tests of nginx are skipped here; false where they are not. */
export const skipNginx = existsSync(program) ? false : `${program} is not installed`;

export const shippedConfig = (): Promise<string> =>
  readFile(resolve(projectRoot, 'deploy/nginx.conf'), 'utf8');

export interface Places {
  readonly folder: string;
  readonly port: number;
  /** Of plain HTTP beside TLS, which leads to the other. */
  readonly plainPort: number;
  readonly nodes: readonly string[];
  /** Absent: the server that is shipped with TLS speaks plain HTTP. */
  readonly certificate?: { readonly file: string; readonly keyFile: string };
}

/** The shipped configuration, of which only places are changed. Throws where one is missing. */
export function moveConfig(text: string, places: Places): string {
  const { folder, port, plainPort, nodes, certificate } = places;
  let moved = text;
  const change = (from: RegExp, to: string) => {
    if (!from.test(moved)) throw new Error(`deploy/nginx.conf has no ${from}`);
    moved = moved.replace(from, to);
  };
  // What only root may do.
  change(/^user .*$/m, '');
  change(/^worker_rlimit_nofile .*$/m, '');
  change(/\/var\/log\/nginx\/error\.log/, join(folder, 'error.log'));
  change(/^ *listen \[::\]:80;\n/m, '');
  change(/^ *listen \[::\]:443 .*\n/m, '');
  change(/listen 80;/, `listen 127.0.0.1:${plainPort};`);
  change(/listen 443 ssl http2;/, `listen 127.0.0.1:${port}${certificate ? ' ssl http2' : ''};`);
  if (certificate) {
    change(/\/etc\/nginx\/tls\/attune\.crt/, certificate.file);
    change(/\/etc\/nginx\/tls\/attune\.key/, certificate.keyFile);
  } else change(/^ *ssl_certificate .*\n *ssl_certificate_key .*\n/m, '');
  const servers = nodes.map(
    (node) => `server ${new URL(node).host.replace('localhost', '127.0.0.1')}`,
  );
  for (const at of [0, 1, 2]) {
    const shipped = new RegExp(`^( *)server 127\\.0\\.0\\.1:808${at}(.*)\\n`, 'm');
    change(shipped, servers[at] ? `$1${servers[at]}$2\n` : '');
  }
  change(/^http \{$/m, temporaryIn(folder));
  return moved;
}

/** As root nginx would take the folders of the installed one. */
export function temporaryIn(folder: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`);
  return `http {\n    ${temporary.join('\n    ')}`;
}

/** Has nginx look at a configuration; resolves with what it says, rejects where it refuses. */
export async function checkConfig(config: string, folder: string): Promise<string> {
  const file = join(folder, 'nginx.conf');
  await writeFile(file, config);
  const own = `pid ${join(folder, 'check.pid')};`;
  const { stderr } = await run(program, ['-t', '-p', folder, '-c', file, '-g', own]);
  return stderr;
}

/** Starts nginx in front of nodes; `close` ends it and removes its folder. */
export async function startNginx(
  nodes: readonly string[],
  certificate?: Places['certificate'],
): Promise<Balancer & { readonly plainUrl: string; readonly errors: () => Promise<string> }> {
  const folder = await makeFolder('nginx');
  const [port, plainPort] = [await freePort(), await freePort()];
  const places = { folder, port, plainPort, nodes, ...(certificate && { certificate }) };
  const close = await runNginx(moveConfig(await shippedConfig(), places), folder, plainPort);
  return {
    url: `${certificate ? 'https' : 'http'}://localhost:${port}`,
    plainUrl: `http://localhost:${plainPort}`,
    errors: () => readFile(join(folder, 'error.log'), 'utf8'),
    close,
  };
}

/**
 * Runs nginx with a configuration, and resolves when it answers at a port; what that resolves with
 * ends it and removes its folder.
 */
export async function runNginx(
  config: string,
  folder: string,
  port: number,
): Promise<() => Promise<void>> {
  const file = join(folder, 'nginx.conf');
  await writeFile(file, config);
  const own = `daemon off; pid ${join(folder, 'nginx.pid')};`;
  const child = spawn(program, ['-p', folder, '-c', file, '-g', own], { stdio: 'inherit' });
  // SIGTERM to the master ends its workers with it.
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  const exited = once(child, 'exit');
  await listening(port, exited);
  return async () => {
    end();
    await exited;
    process.off('exit', end);
    await rm(folder, { recursive: true, force: true });
  };
}

const startMs = 10_000;

async function listening(port: number, exited: Promise<unknown>): Promise<void> {
  let hasExited = false;
  void exited.then(() => {
    hasExited = true;
  });
  for (const until = Date.now() + startMs; ; await delay(50)) {
    if (hasExited) throw new Error('nginx ended at its start');
    const answered = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).catch(
      () => undefined,
    );
    if (answered) return;
    if (Date.now() > until) throw new Error(`nginx does not answer after ${startMs} ms`);
  }
}
