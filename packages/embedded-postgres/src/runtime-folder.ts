// The short folder of the socket: its path fits into 107 bytes however deep the data directory is.
import { accessSync, constants } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Account } from './account.ts';
import { verifiedFolder } from './folders.ts';
import type { Product } from './product.ts';
import { socketPort } from './settings.ts';
import { startError } from './start-error.ts';

export interface RuntimeFolder {
  readonly path: string;
  /** Is it this start's own, so that it goes with it when the start fails? */
  readonly isNew: boolean;
}

interface RuntimeNeeds {
  /** The cluster's. */
  readonly folder: string;
  readonly account: Account;
  readonly product: Product;
}

/** Of a socket's path, on macOS, which allows four bytes less than Linux. */
const mostBytes = 103;

/**
 * Returns the folder for a new postmaster's socket: the previous one's, if it died without removing
 * it, since others may know it; else a new one with an unpredictable name. As root it is in /run;
 * else in /tmp, not in XDG_RUNTIME_DIR, which goes at logout while a server may go on. Where only
 * the data can be written, as in a container with a read-only root, it is beside them.
 */
export async function takeRuntimeFolder(
  { folder, account, product }: RuntimeNeeds,
  before: string | undefined,
): Promise<RuntimeFolder> {
  if (before !== undefined && (await isOurs(account, before)))
    return { path: before, isNew: false };
  const shared = process.getuid?.() === 0 ? ['/run', '/tmp'] : ['/tmp'];
  const base = shared.find(isWritable) ?? dirname(folder);
  const socket = join(base, `${product.name}-123456`, `.s.PGSQL.${socketPort}`);
  if (Buffer.byteLength(socket) > mostBytes) {
    throw startError(
      `The socket of PostgreSQL can neither be in ${shared.join(' or ')}, which cannot be written ` +
        `to, nor in ${base}, whose path is too long: allow one, or set ${product.dataDirSetting}.`,
    );
  }
  const path = await mkdtemp(join(base, `${product.name}-`));
  if (account.foreign) await chown(path, account.uid, account.gid);
  return { path, isNew: true };
}

/** Removes the folder of a postmaster that has ended, with what it may have left there. */
export function removeRuntimeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true });
}

/** It may have been removed since, even in the same moment, or be somebody else's. */
async function isOurs(account: Account, path: string): Promise<boolean> {
  return verifiedFolder(path, account.uid, 0o700).then(
    () => true,
    () => false,
  );
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
