// Where the cluster's files are: in the data directory or, out of its user's reach, elsewhere.
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Account, canEnter } from './account.ts';
import type { Binaries } from './binaries.ts';
import { letPass, verifiedFolder } from './folders.ts';
import { initialise } from './initialise.ts';
import type { Log } from './log.ts';
import type { Product } from './product.ts';
import type { Settings } from './settings.ts';
import { startError } from './start-error.ts';

export interface ClusterNeeds {
  /** A real path. */
  readonly dataDir: string;
  /** Where clusters go whose user cannot reach the data directory. */
  readonly sharedFolder: string;
  readonly account: Account;
  readonly binaries: Binaries;
  readonly throwaway: boolean;
  /** Written into postgresql.conf when the cluster is made. */
  readonly initialSettings: Settings;
  readonly product: Product;
  readonly log: Log;
}

/** The cluster of a data directory, if it has been made. Throws where it is named but gone. */
export async function existingCluster(
  dataDir: string,
  product: Product,
): Promise<string | undefined> {
  const moved = await readFile(pointerOf(dataDir), 'utf8').catch(() => undefined);
  const folder = moved === undefined ? join(dataDir, 'postgres') : moved.trim();
  if (await isCluster(folder, product)) return folder;
  if (moved === undefined) return undefined;
  throw startError(
    `${pointerOf(dataDir)} says that the database is in ${folder}, and there is none. ` +
      'Bring that folder back, or remove the file to start with an empty database.',
  );
}

/** Makes the cluster of a data directory; where two processes do so at once, one's is used. */
export async function createCluster(needs: ClusterNeeds): Promise<string> {
  const { dataDir, account, log } = needs;
  if (await letPass(account, dataDir)) return initialise(dataDir, needs);
  const parent = join(needs.sharedFolder, `data-${randomUUID()}`);
  await mkdir(dirname(needs.sharedFolder), { recursive: true });
  await verifiedFolder(needs.sharedFolder, process.getuid?.() ?? -1, 0o755);
  await verifiedFolder(parent, process.getuid?.() ?? -1, 0o755);
  if (!(await canEnter(account, parent))) {
    throw startError(
      `User ${account.uid}, as which PostgreSQL runs, reaches neither ${dataDir} nor ${parent}. ` +
        `Set ${needs.product.dataDirSetting} to a folder that every user can enter, such as ` +
        `/var/lib/${needs.product.name}-data.`,
    );
  }
  const folder = await initialise(parent, needs);
  const agreed = await recordPlace(dataDir, folder, needs.product);
  if (agreed !== folder) await rm(parent, { recursive: true });
  log.warn(
    { database: agreed, recordedIn: pointerOf(dataDir) },
    'PostgreSQL does not run as root, and its user cannot reach the data directory: the database ' +
      'is kept elsewhere',
  );
  return agreed;
}

/** Refuses a cluster of another major version than the programs'. */
export async function checkVersion(folder: string, binaries: Binaries): Promise<void> {
  const made = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  const [runs] = binaries.version.split('.');
  if (made === runs) return;
  throw startError(
    `The database in ${folder} was made by PostgreSQL ${made}; this release brings ${runs}. ` +
      'Back it up with the release that made it, and restore that into a new data directory.',
  );
}

function pointerOf(dataDir: string): string {
  return join(dataDir, 'postgres-location');
}

async function isCluster(folder: string, { title }: Product): Promise<boolean> {
  try {
    return (await stat(join(folder, 'PG_VERSION'))).isFile();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw startError(
      `The database in ${folder} cannot be read: ${(error as Error).message}. ` +
        `Run ${title} as the user that made it, or as root.`,
      error,
    );
  }
}

/** Writes the pointer once: a second writer learns of the first one's cluster. */
async function recordPlace(dataDir: string, folder: string, product: Product): Promise<string> {
  const draft = `${pointerOf(dataDir)}.${randomUUID()}`;
  await writeFile(draft, `${folder}\n`, { flush: true });
  try {
    await link(draft, pointerOf(dataDir));
    return folder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await existingCluster(dataDir, product)) ?? folder;
  } finally {
    await rm(draft);
  }
}
