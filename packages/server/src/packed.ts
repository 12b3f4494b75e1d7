// The program packed into a few files, which start in half the time of a thousand: where they lie,
// and whether they were made of the sources as these are now.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverFolder } from './places.ts';

/** Each packing has a folder of its own in here, named after what it was made of. */
export const packedFolder = join(serverFolder, 'dist');

/** What was packed last. */
export interface Packed {
  /** The hash of what it was made of, which names its folder. */
  readonly hash: string;
  /** What it was made of: paths from the server's folder. */
  readonly sources: readonly string[];
}

/** Reads what was packed last; undefined where nothing was. */
export function readPacked(): Packed | undefined {
  try {
    return JSON.parse(readFileSync(join(packedFolder, 'packed.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

/** A hash of the sources' content. Throws where one is not there any more. */
export function hashOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of sources) {
    const text = readFileSync(`${serverFolder}/${path}`);
    hash.update(`${path} ${text.length}\n`).update(text);
  }
  return hash.digest('hex').slice(0, 32);
}

/** The packed program; undefined where there is none of these sources: then they run themselves. */
export function packedProgram(): string | undefined {
  const packed = readPacked();
  try {
    if (!packed || hashOf(packed.sources) !== packed.hash) return undefined;
  } catch {
    return undefined;
  }
  return join(packedFolder, packed.hash, 'main.js');
}
