// How a cluster comes to be: by initdb in a folder aside, shown under its name when it is whole.
import { chown, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../log/log.ts';
import { startFault } from '../start-fault.ts';
import { type Account, runAs } from './account.ts';
import type { Binaries } from './binaries.ts';
import { isAlive } from './process-state.ts';
import { superuser, tunableSettings } from './settings.ts';

const asidePrefix = '.postgres-new-';

export interface InitialiseNeeds {
  readonly account: Account;
  readonly binaries: Binaries;
  /** For tests: gives up durability for speed. */
  readonly throwaway: boolean;
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
      initdbArguments(aside, needs.throwaway),
      join(binaries.folder, 'lib'),
    );
    if (!outcome.ok) throw initdbFault(folder, account, outcome.output);
    await rename(aside, folder);
    if (!needs.throwaway) await syncFolder(parent);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
  return folder;
}

function initdbArguments(folder: string, throwaway: boolean): string[] {
  return [
    ...['-D', folder, '-U', superuser, '--encoding=UTF8', '--locale-provider=builtin'],
    ...['--builtin-locale=C', '--locale=C', '--data-checksums'],
    // Whoever reaches the socket is the owner: its folder is closed to everybody else.
    ...['--auth-local=trust', '--auth-host=reject'],
    ...Object.entries(tunableSettings).map(([name, value]) => `--set=${name}=${value}`),
    ...(throwaway ? ['--no-sync'] : []),
  ];
}

function initdbFault(folder: string, account: Account, output: string): Error {
  const advice = /could not look up effective user ID/.test(output)
    ? `User ${account.uid} has no entry in /etc/passwd, which PostgreSQL needs: add one, ` +
      'or set DATABASE_URL.'
    : 'Mend that, set DATA_DIR to another folder, or set DATABASE_URL.';
  return startFault(`The database in ${folder} cannot be made:\n${output}\n${advice}`);
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
