// A source that can be read once, kept on the disk while it is read again.
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type FeedSource, fileSource } from './source.ts';

/** The source itself where it can be read again, else a copy of it until `remove` is called. */
export async function repeatable(
  source: FeedSource,
): Promise<{ readonly source: FeedSource; readonly remove: () => Promise<void> }> {
  if (!source.isOnce) return { source, remove: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'attune-feed-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'file');
    await pipeline(Readable.from(source.read()), createWriteStream(path, { mode: 0o600 }));
    return { source: { ...(await fileSource(path)), name: source.name }, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The first bytes of a source, which is then to be read instead of the one given. */
export async function peeked(
  source: FeedSource,
): Promise<{ readonly start: Uint8Array; readonly source: FeedSource }> {
  const chunks = source.read();
  const { value: start = new Uint8Array(), done } = await chunks.next();
  if (!source.isOnce) {
    await chunks.return(undefined);
    return { start, source };
  }
  const read = async function* () {
    if (!done) yield start;
    yield* chunks;
  };
  return { start, source: { ...source, read } };
}
