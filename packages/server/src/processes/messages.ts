// What the primary process of a node and those that it starts say to each other.
import type { Registry } from 'prom-client';
import type { Take } from '../buckets.ts';
import type { DatabaseTarget } from '../db/connection.ts';
import type { Entry, LiveRecord } from '../log/live.ts';
import type { Channel } from './channel.ts';

/** The metrics of one process, as the library gives them. */
export type ProcessMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** What a process is for: it answers, or it processes what was recorded. */
export type ChildRole = 'api' | 'worker';

/** What a process begins with. */
export interface Beginning {
  readonly what: 'begin';
  readonly role: ChildRole;
  /** Its place among all that the primary starts, from 1. */
  readonly place: number;
  /** How many of its role there are. */
  readonly count: number;
  /** Builds models and exports sites, which one process of a node does. */
  readonly isFirstWorker: boolean;
  readonly target: DatabaseTarget;
  readonly taken: readonly Take[];
}

/** Of one process, and passed on to others. */
export type Shared =
  | { readonly what: 'taken'; readonly taken: readonly Take[] }
  | { readonly what: 'watch'; readonly siteId: number }
  | { readonly what: 'pages'; readonly count: number };

export type ToChild =
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
  | { readonly what: 'seen'; readonly siteId: number; readonly record: LiveRecord };

/** A key was deleted: does the other side refuse it by now? */
export interface ForgetKey {
  readonly forgetKey: string;
}

/** For a process: what has it counted? */
export type ToChildQuestion = 'metrics' | ForgetKey;

/**
 * For the primary: what have all counted, as a text? And of a process that ends: is what it has
 * counted noted?
 */
export type ToPrimaryQuestion = 'metrics' | { readonly counted: ProcessMetrics } | ForgetKey;

export type ChildChannel = Channel<ToChild, ToChildQuestion>;
export type PrimaryChannel = Channel<ToPrimary, ToPrimaryQuestion>;
