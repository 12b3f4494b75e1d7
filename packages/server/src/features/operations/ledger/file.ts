// The ledger's file: a line for each deletion, durable before the deletion is acknowledged.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { ApiError } from '../../../api-error.ts';
import type { ErasureDeletion, KeyDeletion, Ledger } from '../../../context.ts';
import type { Log } from '../../../log/log.ts';

export type Deletion = KeyDeletion | ErasureDeletion;

export interface LedgerFile extends Ledger {
  readonly path: string;
  /** All that is readable in it, oldest first. Other lines are passed over, with a warning. */
  readonly read: () => AsyncGenerator<Deletion>;
  /** Has it been read or appended here, with no fewer traces? */
  readonly isKnown: (entry: Deletion) => boolean;
}

/** The ledger of a data directory; it is made with its first entry. */
export function openLedger(dataDir: string, log: Log): LedgerFile {
  const path = join(dataDir, 'ledger', 'ledger.ndjson');
  const keys = new Set<string>();
  const traces = new Map<string, number>();
  let last: Promise<unknown> = Promise.resolve();

  function note(entry: Deletion): void {
    if ('key' in entry) keys.add(entry.key);
    else traces.set(entry.erasure, Math.max(traces.get(entry.erasure) ?? 0, entry.traces.length));
  }

  async function append(entries: readonly Deletion[]): Promise<void> {
    try {
      await appendDurably(path, entries.map(encodeLine).join(''));
    } catch (error) {
      log.error({ err: error, path }, 'the ledger cannot be written: no deletion is accepted');
      throw new ApiError('not_ready', 'The deletion cannot be made durable now; try again.', {
        headers: { 'retry-after': '5' },
      });
    }
    for (const entry of entries) note(entry);
  }

  return {
    path,
    append(entries) {
      const done = last.then(() => append(entries));
      last = done.catch(() => undefined);
      return done;
    },
    async *read() {
      for await (const entry of readLedger(path, log)) {
        note(entry);
        yield entry;
      }
    },
    isKnown: (entry) =>
      'key' in entry
        ? keys.has(entry.key)
        : (traces.get(entry.erasure) ?? -1) >= entry.traces.length,
  };
}

/** Reads a ledger wherever it lies; one that is not there is empty. */
export async function* readLedger(path: string, log: Log): AsyncGenerator<Deletion> {
  const input = createReadStream(path, 'utf8');
  let unreadable = 0;
  try {
    for await (const line of createInterface({ input })) {
      if (line === '') continue;
      const entry = decodeLine(line);
      if (entry) yield entry;
      else unreadable += 1;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    input.destroy();
  }
  if (unreadable > 0) {
    log.warn({ path, lines: unreadable }, 'the ledger has lines that were never finished');
  }
}

const checksumOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Begins a line, whatever was torn before it: then only the torn one is lost. */
function encodeLine(entry: Deletion): string {
  const text = JSON.stringify(entry);
  return `\n{"sum":"${checksumOf(text)}","entry":${text}}`;
}

function decodeLine(line: string): Deletion | undefined {
  try {
    const { sum, entry } = JSON.parse(line) as { sum: unknown; entry: Deletion };
    return sum === checksumOf(JSON.stringify(entry)) && isDeletion(entry) ? entry : undefined;
  } catch {
    // A line that a crash or a full disk has torn.
    return undefined;
  }
}

const isHex = (value: unknown, digits: number) =>
  typeof value === 'string' && value.length === digits && /^[0-9a-f]*$/.test(value);

function isDeletion(entry: Partial<KeyDeletion & ErasureDeletion> | null): boolean {
  if (Number.isNaN(Date.parse(entry?.at ?? ''))) return false;
  if (entry?.key !== undefined) return isHex(entry.key, 64);
  const { erasure = '', site, traces } = entry ?? {};
  return (
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(erasure) &&
    isHex(site, 32) &&
    Array.isArray(traces) &&
    traces.every((trace) => isHex(trace, 32))
  );
}

/** One write at the end of the file, so that processes that share it do not mix their lines. */
async function appendDurably(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(path, 'a', 0o600);
  try {
    const isNew = (await file.stat()).size === 0;
    await file.appendFile(text);
    await file.sync();
    if (isNew) for (const name of [folder, dirname(folder)]) await syncFolder(name);
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
