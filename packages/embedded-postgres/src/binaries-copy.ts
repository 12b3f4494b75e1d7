// A copy of PostgreSQL's programs that is there in full or not at all.
import { randomUUID } from 'node:crypto';
import { chmod, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { verifiedFolder } from './folders.ts';

/** Does the folder hold every file of the source, of the same size, and is it ours alone? */
export async function holdsCopy(source: string, folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) return false;
  await verifiedFolder(dirname(folder), ourselves(), 0o755);
  await verifiedFolder(folder, ourselves(), 0o755);
  const same = await Promise.all(
    (await filesToCopy(source)).map(async (file) => {
      const [original, copy] = await Promise.all([
        stat(join(source, file)),
        stat(join(folder, file)).catch(() => undefined),
      ]);
      return original.size === copy?.size;
    }),
  );
  return same.every(Boolean);
}

/**
 * Copies the programs, readable by every user, into a folder beside the target, and puts that in
 * the target's place at once. `finish` completes the copy before it is shown.
 */
export async function copyBinaries(
  source: string,
  folder: string,
  finish: (copy: string) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(dirname(folder)), { recursive: true });
  await verifiedFolder(dirname(folder), ourselves(), 0o755);
  const copy = `${folder}.${randomUUID()}`;
  try {
    await verifiedFolder(copy, ourselves(), 0o755);
    const files = await filesToCopy(source);
    for (const folder of new Set(files.map(dirname))) await openFolder(copy, folder);
    await Promise.all(
      files.map(async (file) => {
        await copyFile(join(source, file), join(copy, file));
        await chmod(join(copy, file), file.startsWith('bin/') ? 0o755 : 0o644);
      }),
    );
    await finish(copy);
    await putInPlace(copy, folder, source);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Another process may have put its copy there meanwhile; an incomplete one is moved away. */
async function putInPlace(copy: string, folder: string, source: string): Promise<void> {
  if (await holdsCopy(source, folder)) return;
  const old = `${folder}.${randomUUID()}`;
  await rename(folder, old).catch(() => undefined);
  await rename(copy, folder);
  await rm(old, { recursive: true, force: true });
}

async function openFolder(root: string, folder: string): Promise<void> {
  if (folder === '.') return;
  await openFolder(root, dirname(folder));
  await mkdir(join(root, folder)).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await chmod(join(root, folder), 0o755);
}

/** What a server needs: no static libraries, no build files. Paths within the source. */
async function filesToCopy(source: string): Promise<string[]> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(source, join(entry.parentPath, entry.name)))
    .filter((path) => !/\.a$|^lib\/(pkgconfig|postgresql\/pgxs)\//.test(path));
}

function ourselves(): number {
  return process.getuid?.() ?? -1;
}
