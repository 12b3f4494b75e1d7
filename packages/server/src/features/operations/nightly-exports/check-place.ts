// Whether the place of nightly exports takes files, gives them back, and lets them be removed.
import { randomUUID } from 'node:crypto';
import type { Config } from '../../../config.ts';
import { openPlace } from '../exports/index.ts';
import { reasonOf } from './export-site.ts';

/** Resolves with what is wrong with a place, in words; undefined: nothing. */
export async function checkPlace(
  place: string,
  config: Pick<Config, 'objectStore'>,
): Promise<string | undefined> {
  const path = `.attune-check-${randomUUID()}`;
  try {
    const target = await openPlace(place, config, AbortSignal.timeout(30_000));
    await target.write(path, oneOf(Buffer.from(path)));
    const found = await target.read(path);
    await target.remove(path);
    return found === path ? undefined : `${place} does not give back what is written to it`;
  } catch (error) {
    return reasonOf(error, place) ?? `${place} cannot be used: ${(error as Error).message}`;
  }
}

async function* oneOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
