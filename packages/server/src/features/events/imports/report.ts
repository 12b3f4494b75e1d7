// What an import did, counted: rows and events, by type and by reason.

import type { UnknownProducts } from './unknown-products.ts';

/** Rows with the same reason. */
export interface Reason {
  readonly reason: string;
  readonly rows: number;
  /** The first of them. */
  readonly line: number;
}

export interface TypeCount {
  readonly type: string;
  readonly events: number;
  readonly accepted: number;
  readonly repeated: number;
}

export interface ImportReport {
  /** Rows that were read. */
  readonly rows: number;
  /** Rows that the mapping leaves out. */
  readonly skipped: number;
  /** Rows of types that are not mapped, by the file's word. */
  readonly otherTypes: Readonly<Record<string, number>>;
  /** Events that were sent; in a dry run, that would be. */
  readonly events: number;
  /** Of those, what was new. */
  readonly accepted: number;
  /** What had been there before, or stands in the file twice. */
  readonly repeated: number;
  /** What workers could not take. */
  readonly setAside: number;
  /** Rows. */
  readonly rejected: number;
  readonly byType: readonly TypeCount[];
  /** When the first and the last event happened, RFC 3339. */
  readonly first: string | null;
  readonly last: string | null;
  /** Why rows were rejected, the most frequent reason first. */
  readonly reasons: readonly Reason[];
  /** What of accepted rows does not count, or should be known. */
  readonly warnings: readonly Reason[];
  /** Products of the events that no feed has. */
  readonly unknownProducts: UnknownProducts;
  /** The first hundred rejected rows. */
  readonly rejections: readonly { readonly line: number; readonly message: string }[];
  /** Of a dry run, one event of each type. */
  readonly examples: readonly object[];
  /** Why the file was not read to its end. */
  readonly stopped: string | null;
  readonly isInterrupted: boolean;
  readonly isDryRun: boolean;
}

const rejectionsMost = 100;
const reasonsMost = 100;
const manyReasons = 'other reasons';

/** A reason without the value that it quotes. */
const generalOf = (message: string) =>
  message
    .split('; ')
    .map((part) => part.split(', not ', 1))
    .join('; ');

/** Counts reasons: those that differ in a quoted value alone are one. */
function reasonCounter() {
  const counted = new Map<string, { reason: string; rows: number; line: number }>();
  return {
    add(message: string, line: number): void {
      const general = generalOf(message);
      const reason = counted.has(general) || counted.size < reasonsMost ? general : manyReasons;
      const known = counted.get(reason);
      if (known) known.rows += 1;
      else counted.set(reason, { reason, rows: 1, line });
    },
    all: (): Reason[] => [...counted.values()].sort((a, b) => b.rows - a.rows),
  };
}

/** Counts while a file is read. */
export function importTally() {
  const reasons = reasonCounter();
  const warnings = reasonCounter();
  const otherTypes = new Map<string, number>();
  const events = new Map<string, number>();
  const rejections: { line: number; message: string }[] = [];
  const examples = new Map<string, object>();
  const state = { rows: 0, skipped: 0, rejected: 0, events: 0, merged: 0 };
  const times = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
  const textOf = (time: number) => (Number.isFinite(time) ? new Date(time).toISOString() : null);
  return {
    state,
    reject(line: number, message: string): void {
      state.rejected += 1;
      reasons.add(message, line);
      if (rejections.length < rejectionsMost) rejections.push({ line, message });
    },
    warn: warnings.add,
    leave(type: string): void {
      const isKept = otherTypes.has(type) || otherTypes.size < reasonsMost;
      const name = isKept ? type : 'other types';
      otherTypes.set(name, (otherTypes.get(name) ?? 0) + 1);
    },
    send(kind: string, time: number, example: object): void {
      state.events += 1;
      events.set(kind, (events.get(kind) ?? 0) + 1);
      times.first = Math.min(times.first, time);
      times.last = Math.max(times.last, time);
      if (!examples.has(kind)) examples.set(kind, example);
    },
    /** The report; what became of the events is added by those who know. */
    report: () => ({
      ...{ rows: state.rows, skipped: state.skipped, rejected: state.rejected },
      ...{ otherTypes: Object.fromEntries(otherTypes), events: state.events },
      ...{ first: textOf(times.first), last: textOf(times.last), rejections },
      ...{ reasons: reasons.all(), warnings: warnings.all(), examples: [...examples.values()] },
      byType: [...events].map(([type, count]) => ({ type, events: count })),
    }),
  };
}
