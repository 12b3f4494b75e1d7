// What a server checks before it does anything else, so that the first thing said is what is wrong.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/** Rejects with a sentence where a port cannot be listened on. */
export async function checkPorts({ host, port, adminPort }: Config): Promise<void> {
  const held: Server[] = [];
  try {
    held.push(await hold('PORT', port, host));
    if (adminPort !== undefined) held.push(await hold('ADMIN_PORT', adminPort, host));
  } finally {
    for (const server of held) server.close();
  }
}

function hold(setting: string, port: number, host: string): Promise<Server> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.on('error', (error: NodeJS.ErrnoException) => {
      reject(new Error(portFaults(setting, port, host)[error.code ?? ''] ?? error.message));
    });
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });
}

const portFaults = (setting: string, port: number, host: string): Record<string, string> => ({
  EADDRINUSE: `Port ${port} is taken: set ${setting} to another one.`,
  EACCES: `This user may not listen on port ${port}: set ${setting} to one above 1023.`,
  EADDRNOTAVAIL: `This machine has no address ${host}: set HOST to one that it has.`,
  ENOTFOUND: `HOST is ${host}, which is no address: set it to one of this machine.`,
});

/** Throws a sentence where the data directory cannot be made or written to. */
export function checkDataDir({ dataDir }: Config): void {
  const path = join(dataDir, `.check-${process.pid}`);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // As much as a file takes at least: an empty one fits on a full disk.
    writeFileSync(path, Buffer.alloc(4096), { flush: true });
  } catch (error) {
    throw dataDirFault(dataDir, error as NodeJS.ErrnoException);
  } finally {
    if (existsSync(path)) rmSync(path);
  }
}

function dataDirFault(dataDir: string, { code = '', message }: NodeJS.ErrnoException): Error {
  const folder = `The data directory ${dataDir}`;
  const otherwise = 'or set DATA_DIR to another folder.';
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Error(`${folder} is full: make room in it, ${otherwise}`);
  }
  if (code === 'EROFS') {
    return new Error(`${folder} is on a read-only file system: mount it writable, ${otherwise}`);
  }
  if (code === 'EACCES' || code === 'EPERM') {
    const user = `user ${process.getuid?.() ?? ''}`.trim();
    return new Error(`${folder} cannot be written to by ${user}: give it access, ${otherwise}`);
  }
  return new Error(`${folder} cannot be used (${message}): mend that, ${otherwise}`);
}
