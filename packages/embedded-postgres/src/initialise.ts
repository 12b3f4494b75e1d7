// How a cluster comes to be: by initdb in a folder aside, shown under its name when it is whole.
import { chown, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, runAs } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { Log } from './log.ts';
import { isAlive } from './process-state.ts';
import type { Product } from './product.ts';
import type { Settings } from './settings.ts';
import { startError } from './start-error.ts';

const asidePrefix = '.postgres-new-';

export interface InitialiseNeeds {
  readonly account: Account;
  readonly binaries: Binaries;
  /** For tests: gives up durability for speed. */
  readonly throwaway: boolean;
  /** Written into postgresql.conf. */
  readonly initialSettings: Settings;
  readonly product: Product;
  readonly log: Log;
}

/** Makes the cluster `<parent>/postgres`; answers its folder, also if another process was first. */
export async function initialise(parent: string, needs: InitialiseNeeds): Promise<string> {
  const { account, binaries, log } = needs;
  const folder = join(parent, 'postgres');
  await removeAbandoned(parent, log);
  log.info({ database: folder }, 'Making the database');
  const aside = await mkdtemp(join(parent, `${asidePrefix}${process.pid}-`));
  try {
    if (account.foreign) await chown(aside, account.uid, account.gid);
    const outcome = await runAs(
      account,
      join(binaries.folder, 'bin/initdb'),
      initdbArguments(aside, needs),
      join(binaries.folder, 'lib'),
    );
    if (!outcome.ok) throw initdbError(folder, needs, outcome.output);
    await rename(aside, folder);
    if (!needs.throwaway) await syncFolder(parent);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
  return folder;
}

function initdbArguments(folder: string, needs: InitialiseNeeds): string[] {
  const { product, initialSettings, throwaway } = needs;
  return [
    ...['-D', folder, '-U', product.name, '--encoding=UTF8', '--locale-provider=builtin'],
    ...['--builtin-locale=C', '--locale=C', '--data-checksums'],
    // Only the owner reaches the socket: its folder is closed to all other users.
    ...['--auth-local=trust', '--auth-host=reject'],
    ...Object.entries(initialSettings).map(([name, value]) => `--set=${name}=${value}`),
    ...(throwaway ? ['--no-sync'] : []),
  ];
}

function initdbError(folder: string, { account, product }: InitialiseNeeds, output: string): Error {
  const { dataDirSetting, urlSetting } = product;
  if (/No space left on device|Disk quota exceeded/.test(output)) {
    return startError(
      `The database in ${folder} cannot be made, for its disk is full: make room on it, set ` +
        `${dataDirSetting} to another folder, or set ${urlSetting}.`,
    );
  }
  const advice = /could not look up effective user ID/.test(output)
    ? `User ${account.uid} has no entry in /etc/passwd, which PostgreSQL needs: add one, ` +
      `or set ${urlSetting}.`
    : `Mend that, set ${dataDirSetting} to another folder, or set ${urlSetting}.`;
  return startError(`The database in ${folder} cannot be made:\n${output}\n${advice}`);
}

/** Removes what a process that died in the middle of this left behind. */
async function removeAbandoned(parent: string, log: Log): Promise<void> {
  for (const name of await readdir(parent)) {
    const maker = name.startsWith(asidePrefix)
      ? Number.parseInt(name.slice(asidePrefix.length), 10)
      : Number.NaN;
    if (Number.isNaN(maker) || isAlive(maker)) continue;
    // Its initdb may still write for a moment; then the next start removes it.
    await rm(join(parent, name), { recursive: true, force: true }).catch((error) =>
      log.debug({ err: error }, 'An abandoned folder stays for now'),
    );
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
