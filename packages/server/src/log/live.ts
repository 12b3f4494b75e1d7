// A site's last requests and events, in memory for as long as a teammate watches them.
import type { Signal } from '@attune/core';

export interface LiveRequest {
  readonly kind: 'request';
  /** `none` where there is none at the address. */
  readonly endpoint: string;
  /** The key's name. */
  readonly key: string;
  readonly status: number;
  readonly ms: number;
  readonly traceId: string;
  /** Of an error: its code and detail. */
  readonly why: string;
}

/** A signal about a product, whose values are looked up on demand, or about a property. */
export type PreferenceSignal =
  | { readonly signal: Signal; readonly sku: string }
  | { readonly signal: Signal; readonly property: string };

export interface LiveEvent {
  readonly kind: 'event';
  readonly name: string;
  readonly key: string;
  readonly traceId: string;
  /** Whose it is, by the id that is known before it is folded. */
  readonly userId: string | undefined;
  readonly taste: readonly PreferenceSignal[];
  /** Does it count, as far as that is known without its products? */
  readonly isUsed: boolean | null | undefined;
  /** Why not, or what else there is to say. */
  readonly why: string;
}

/** What choose decided of one campaign. */
export interface LiveDecision {
  readonly kind: 'decision';
  readonly selector: string;
  readonly key: string;
  readonly traceId: string;
  readonly userId: string;
  readonly decisionId: string;
  /** What was given, and the decision's reason. */
  readonly why: string;
}

export type LiveRecord = LiveRequest | LiveEvent | LiveDecision;

export type Entry = LiveRecord & {
  /** Rises with time, on every node alike. */
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
};

export interface Live {
  /** Is the site watched? Only then is anything gathered. */
  readonly isWatched: (siteId: number) => boolean;
  /** Makes an entry of a site that is watched, and keeps it; of another one, nothing. */
  readonly note: (siteId: number, seen: LiveRecord) => void;
  /** Watches the site for the next 30 s; what was seen of it meanwhile, the latest first. */
  readonly watch: (siteId: number) => readonly Entry[];
}

/** A view by itself: what another process is given of its entries, and keeps as they are. */
export interface LiveView extends Live {
  readonly note: (siteId: number, seen: LiveRecord) => Entry | undefined;
  /** Keeps an entry that was made elsewhere, of a site that is watched. */
  readonly keep: (siteId: number, entry: Entry) => void;
}

/** How long a look lasts. */
export const watchMs = 30_000;
/** Of each site; the oldest go first. */
export const mostEntries = 200;
/** At once; then the site that was looked at longest ago goes. */
export const mostSites = 50;
/** More than that in a millisecond would push numbers ahead of the time. */
const numbersInMs = 100;

interface Watched {
  until: number;
  readonly entries: Entry[];
}

/** Starts to keep what is watched. `now` is in ms since the epoch. */
export function liveView(now: () => number): LiveView {
  /** The one looked at longest ago first. */
  const sites = new Map<number, Watched>();
  let last = 0;

  function find(siteId: number): Watched | undefined {
    const site = sites.get(siteId);
    if (site === undefined || now() < site.until) return site;
    sites.delete(siteId);
    return undefined;
  }

  function keep(siteId: number, entry: Entry): void {
    const entries = find(siteId)?.entries;
    if (!entries) return;
    entries.push(entry);
    if (entries.length > mostEntries) entries.shift();
  }

  return {
    isWatched: (siteId) => find(siteId) !== undefined,
    keep,
    note(siteId, seen) {
      if (!find(siteId)) return undefined;
      const at = now();
      last = Math.max(last + 1, at * numbersInMs);
      const entry = { ...seen, number: last, at };
      keep(siteId, entry);
      return entry;
    },
    watch(siteId) {
      const { entries } = find(siteId) ?? { entries: [] };
      sites.delete(siteId);
      for (const other of [...sites.keys()]) find(other);
      const [first] = sites.keys();
      if (first !== undefined && sites.size >= mostSites) sites.delete(first);
      sites.set(siteId, { until: now() + watchMs, entries });
      return entries.toReversed();
    },
  };
}
