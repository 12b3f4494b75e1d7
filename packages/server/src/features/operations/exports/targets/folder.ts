// A folder of this machine.
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeDurably } from '../../backup/index.ts';
import type { Target } from './target.ts';

/** Files under a folder, which is made if there is none; readable by its owner alone. */
export function folderTarget(folder: string): Target {
  return {
    name: folder,
    async read(path) {
      try {
        return await readFile(join(folder, path), 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async write(path, pieces) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await removeRests(file);
      return writeDurably(file, true, (output) => pipeline(Readable.from(pieces), output));
    },
    remove: (path) => rm(join(folder, path), { force: true }),
  };
}

/** What an export that was killed has left of this file. */
async function removeRests(file: string): Promise<void> {
  const names = await readdir(dirname(file));
  const rests = names.filter(
    (name) => name.startsWith(`${basename(file)}.`) && name.endsWith('.part'),
  );
  for (const name of rests) await rm(join(dirname(file), name), { force: true });
}
