// Where the files are that the program needs: in a checkout, or in the package made of one.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Holds the migrations, and the sources, what was packed of them, or both. */
export const serverFolder = resolve(import.meta.dirname, '..');

/** The checkout that this is; undefined where the package was installed, which has no sources. */
export const checkout = existsSync(join(serverFolder, 'src'))
  ? resolve(serverFolder, '../..')
  : undefined;

/** The console as it was built. */
export const builtConsole = checkout
  ? join(checkout, 'packages/console/dist')
  : join(serverFolder, 'console');

/** Where data are kept unless a setting says otherwise: installed code is replaced by upgrades. */
export const usualDataFolder = resolve(checkout ?? '.', 'data');
