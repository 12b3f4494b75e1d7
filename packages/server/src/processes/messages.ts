// What the primary process of a node and its API processes say to each other.
import type { Registry } from 'prom-client';
import type { Take } from '../buckets.ts';
import type { DatabaseTarget } from '../db/connection.ts';
import type { Entry, LiveRecord } from '../log/live.ts';
import type { Channel } from './channel.ts';

/** The metrics of one process, as the library gives them. */
export type ProcessMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** What an API process begins with. */
export interface Beginning {
  readonly what: 'begin';
  /** Its place among the API processes, from 1. */
  readonly place: number;
  readonly apiProcesses: number;
  readonly target: DatabaseTarget;
  readonly taken: readonly Take[];
}

/** Of one process, and passed on to all others. */
export type Shared =
  | { readonly what: 'taken'; readonly taken: readonly Take[] }
  | { readonly what: 'watch'; readonly siteId: number };

export type ToApi =
  | Beginning
  | Shared
  | { readonly what: 'entry'; readonly siteId: number; readonly entry: Entry }
  /** The node is about to stop. */
  | { readonly what: 'drain' }
  /** Ends, without a failed request; another takes its place if `isReplaced`. */
  | { readonly what: 'stop'; readonly isReplaced: boolean };

export type ToPrimary =
  | Shared
  | { readonly what: 'ready'; readonly url: string }
  | { readonly what: 'failed'; readonly message: string }
  | { readonly what: 'seen'; readonly siteId: number; readonly record: LiveRecord }
  | { readonly what: 'pages'; readonly count: number };

/** A key was deleted: does the other side refuse it by now? */
export interface ForgetKey {
  readonly forgetKey: string;
}

/** For an API process: what has it counted? */
export type ToApiQuestion = 'metrics' | ForgetKey;

/**
 * For the primary: what have all counted, as a text? And of a process that ends: is what it has
 * counted noted?
 */
export type ToPrimaryQuestion = 'metrics' | { readonly counted: ProcessMetrics } | ForgetKey;

export type ApiChannel = Channel<ToApi, ToApiQuestion>;
export type PrimaryChannel = Channel<ToPrimary, ToPrimaryQuestion>;
