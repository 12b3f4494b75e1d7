// PostgreSQL's own log: one file beside the data and one of before, neither growing for ever.
import { copyFile, open, readFile, stat, truncate } from 'node:fs/promises';

const mostBytes = 8 * 1024 * 1024;

/** Opens the log for a postmaster to append to. */
export function openLogFile(path: string) {
  return open(path, 'a', 0o600);
}

/** Keeps a full log as `<path>.1` and empties it in place, since PostgreSQL holds it open. */
export async function boundLogFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found || found.size < mostBytes) return;
  await copyFile(path, `${path}.1`);
  await truncate(path);
}

/** The last lines that PostgreSQL wrote, for an operator to read why it did not start. */
export async function lastLines(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-6).join('\n');
}
