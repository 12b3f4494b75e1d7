// What makes a folder safe to use: real, ours, and not writable by others.
import { chmod, chown, lstat, mkdir, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Account, canEnter } from './account.ts';
import type { Product } from './product.ts';
import { startError } from './start-error.ts';

/** Makes the data directory, closed to others, where it is missing; answers its real path. */
export async function openDataDirectory(
  dataDir: string,
  { dataDirSetting }: Product,
): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return await realpath(dataDir);
  } catch (error) {
    throw startError(
      `The data directory ${dataDir} cannot be made: ${(error as Error).message}. ` +
        `Give this user write access to its parent, or set ${dataDirSetting} to another folder.`,
      error,
    );
  }
}

/**
 * Sees to it that the account can enter a folder that is ours; answers whether it can. Grants a
 * pass to its group only, and only where the folder's group is root's: no one loses access.
 */
export async function letPass(account: Account, folder: string): Promise<boolean> {
  if (!account.foreign || (await canEnter(account, folder))) return true;
  const { uid, gid, mode } = await lstat(folder);
  if (uid !== 0 || (gid !== 0 && gid !== account.gid)) return false;
  if (!(await canEnter(account, dirname(folder)))) return false;
  await chown(folder, uid, account.gid);
  await chmod(folder, (mode & 0o7777) | 0o010);
  return canEnter(account, folder);
}

/**
 * Makes a folder with this mode, or verifies the one that is there: a real folder, owned by `uid`,
 * open to no more than the mode says. Throws a start error that says which of these it is not.
 */
export async function verifiedFolder(folder: string, uid: number, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode });
    await chmod(folder, mode);
    if (uid !== process.getuid?.()) await chown(folder, uid, -1);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = await lstat(folder);
  const wrong = !found.isDirectory()
    ? 'is not a folder'
    : found.uid !== uid
      ? `belongs to user ${found.uid} instead of ${uid}`
      : (found.mode & 0o777 & ~mode) !== 0
        ? `has mode ${(found.mode & 0o777).toString(8)}, more open than ${mode.toString(8)}`
        : undefined;
  if (wrong) throw startError(`${folder} ${wrong}, so it is not used. Remove it.`);
}
