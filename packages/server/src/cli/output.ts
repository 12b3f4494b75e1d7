// The output of commands: results on standard output, everything else on standard error.
import { errorCatalogue } from '@attune/contract';
import { CommanderError } from 'commander';
import { ApiError } from '../api-error.ts';
import { isUnavailable } from '../db/errors.ts';
import { isStartFault } from '../db/start-fault.ts';
import { FeedFileError } from '../features/catalog/feeds/index.ts';

/**
 * 0 done; 1 failed for a reason of ours; 2 wrong usage; 3 refused; 4 database out of reach; 5 a dry
 * run found that something would be changed; 130 interrupted.
 */
export const exitCodes = {
  ...{ failed: 1, usage: 2, refused: 3, unavailable: 4, differs: 5, interrupted: 130 },
} as const;

export interface Result {
  /** For `--json`: one document. */
  readonly json: unknown;
  /** For people. */
  readonly text: string;
  /** Absent: 0. */
  readonly exitCode?: number;
}

/** Prints a result as text or JSON, as requested. */
export function printResult({ json, text, exitCode = 0 }: Result, asJson: boolean): void {
  process.exitCode = exitCode;
  process.stdout.write(`${asJson ? JSON.stringify(json) : text}\n`);
}

/** Prints why a command failed, and sets the exit code. */
export function printFailure(error: unknown): void {
  const { message, code } = describe(error);
  process.stderr.write(`attune: ${message}\n`);
  process.exitCode = code;
}

/** By the codes of Node and of PostgreSQL. */
const diskFaults: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk of the data directory is full: make room, or set DATA_DIR to another folder',
  '53100': 'the disk of the database is full: make room on it',
};

function describe(error: unknown): { message: string; code: number } {
  if (error instanceof ApiError) {
    const errors = (error.errors ?? []).map(({ pointer, detail }) => `\n  ${pointer} ${detail}`);
    const isOurs = errorCatalogue[error.code].status >= 500;
    const code = isOurs ? exitCodes.unavailable : exitCodes.refused;
    const summary = errors.length > 0 ? 'this cannot be accepted:' : error.message;
    return { message: summary + errors.join(''), code };
  }
  if (error instanceof CommanderError) return { message: error.message, code: exitCodes.usage };
  if (isStartFault(error)) return { message: error.message, code: exitCodes.unavailable };
  if (error instanceof FeedFileError) {
    return { message: error.message, code: exitCodes.refused };
  }
  const full = diskFaults[String((error as { code?: unknown })?.code)];
  if (full) return { message: full, code: exitCodes.failed };
  if (isUnavailable(error)) {
    return { message: 'the database cannot be reached', code: exitCodes.unavailable };
  }
  return { message: (error as Error).message ?? String(error), code: exitCodes.failed };
}

/** A table with aligned columns; the first row is the head. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths =
    rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export interface Progress {
  /** `share` from 0 to 1, and what has been done in words, the most telling first. */
  readonly report: (share: number, words: string | readonly string[]) => void;
  readonly done: () => void;
}

/** From the cursor to the end of the line. */
const eraseRest = '\x1b[K';

/** Where a bar cannot be drawn, a line says how far it is, no more often than this. */
const lineEveryMs = 5_000;

/**
 * A progress bar on a terminal's standard error. Where that is no terminal: nothing, or with
 * `lines` a line from time to time.
 */
export function progressBar(what: string, { lines = false } = {}): Progress {
  const isSeen = process.stderr.isTTY === true;
  let last = '';
  let lineAt = performance.now();
  return {
    report(share, words) {
      if (!isSeen && lines && performance.now() - lineAt >= lineEveryMs) {
        lineAt = performance.now();
        const all = typeof words === 'string' ? [words] : words;
        process.stderr.write(`${[`${what} ${Math.floor(share * 100)} %`, ...all].join(', ')}\n`);
      }
      const line = progressLine(what, share, words, process.stderr.columns || 80);
      if (!isSeen || line === last) return;
      process.stderr.write(`\r${line}${eraseRest}`);
      last = line;
    },
    done() {
      if (isSeen && last !== '') process.stderr.write('\n');
    },
  };
}

/** A line that a terminal of so many columns does not break: that would leave it on the screen. */
export function progressLine(
  what: string,
  share: number,
  words: string | readonly string[],
  columns: number,
): string {
  const done = Math.min(1, Math.max(0, share));
  const width = columns >= 60 ? 24 : 10;
  const filled = Math.floor(done * width);
  const percent = `${Math.floor(done * 100)} %`.padStart(5);
  const head = `${what} [${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${percent}`;
  if (typeof words === 'string') return `${head}, ${words}`.slice(0, Math.max(0, columns - 1));
  let line = head;
  for (const word of words) {
    if (line.length + 2 + word.length >= columns) break;
    line += `, ${word}`;
  }
  return line.slice(0, Math.max(0, columns - 1));
}
