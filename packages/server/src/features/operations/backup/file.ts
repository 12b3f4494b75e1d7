// The file of a backup: there as a whole and durable, or not there.
import { createWriteStream } from 'node:fs';
import { link, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ApiError } from '../../../api-error.ts';

/** The file that a backup goes to: the one that is named, or one named by the time in a folder. */
export async function backupPath(name: string, now: number): Promise<string> {
  const isFolder = await stat(name).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '');
  return isFolder ? join(name, `attune-${time}Z.backup`) : name;
}

/**
 * Has a file written under another name, and gives it its own once it is on the disk. Resolves to
 * its size in bytes. Throws `conflict` when there is one already, unless it may be replaced.
 */
export async function writeDurably(
  path: string,
  mayReplace: boolean,
  write: (output: NodeJS.WritableStream) => Promise<void>,
): Promise<number> {
  const taken = () =>
    new ApiError('conflict', `There is a file ${path} already; --force replaces it.`);
  if (!mayReplace && (await isThere(path))) throw taken();
  const fresh = `${path}.${process.pid}.part`;
  try {
    // `flush` is an fsync before it is closed.
    await write(createWriteStream(fresh, { mode: 0o600, flush: true }));
    const { size } = await stat(fresh);
    if (mayReplace) await rename(fresh, path);
    else await link(fresh, path).catch((error) => Promise.reject(isTaken(error) ? taken() : error));
    await syncFolder(dirname(resolve(path)));
    return size;
  } finally {
    await unlink(fresh).catch(() => undefined);
  }
}

const isTaken = (error: NodeJS.ErrnoException) => error.code === 'EEXIST';

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
