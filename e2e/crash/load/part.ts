// What every kind of load has in common: it acts, keeps a ledger, and compares it with the tables.
import type pg from 'pg';
import type { Random } from '../../../packages/server/src/demo/random.ts';
import type { Send } from '../api.ts';

export interface Setting {
  readonly random: Random;
  readonly send: Send;
  /** Of the round under way. */
  readonly round: () => number;
  /** The day of an event, counted back from today. */
  readonly daysAgo: () => number;
  /** Reports an answer that no client should get. */
  readonly onFault: (fault: string) => void;
}

/** Where the tables are, and whose rows are looked at. */
export interface Look {
  readonly db: pg.Pool;
  readonly siteId: number;
  readonly send: Send;
  /** Everything, or what the last round had to do with. */
  readonly whole: boolean;
}

export interface Part {
  /** Requests that are under way at once. */
  readonly lanes: number;
  /** Sends one request, and notes what becomes of it. */
  readonly act: (lane: number) => Promise<unknown>;
  /** What was acknowledged and is not there, or is there and should not be: a line each. */
  readonly losses: (look: Look) => Promise<string[]>;
  /** What the ledger holds, for the summary. */
  readonly counts: () => Record<string, number>;
}

/** The first of many, so that an account stays readable. */
export function listed(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
  return [`${what}: ${names.slice(0, 10).join(', ')}${more}`];
}
