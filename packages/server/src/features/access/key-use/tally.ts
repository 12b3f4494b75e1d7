// Counts the uses of keys in memory: a few look-ups a request, and no work that can fail.
import type { IncomingHttpHeaders } from 'node:http';
import type { Permission } from '@attune/contract';
import type { KeyRecord, NoteUse } from '../../../context.ts';
import { readVia } from './via.ts';

interface OfKey {
  readonly siteId: number;
  readonly keyId: number;
  /** Is it a Client-side key, whose users are visitors? */
  readonly isPublic: boolean;
}

export interface Use extends OfKey {
  /** UTC: `2026-11-21`. */
  readonly day: string;
  readonly permission: Permission | 'none';
  readonly calls: number;
  /** Milliseconds since the epoch. */
  readonly lastUsedAt: number;
}

export interface ClientUse extends OfKey {
  readonly userAgent: string;
  /** From the connection and its proxies; of a Client-side key the page's origin. */
  readonly via: string;
  readonly calls: number;
  readonly lastUsedAt: number;
}

export interface Counted {
  readonly uses: readonly Use[];
  readonly clients: readonly ClientUse[];
}

export interface Tally {
  readonly note: NoteUse;
  /** What was counted since the last call. */
  readonly take: () => Counted;
  /** Adds what could not be recorded; the next call returns it with the rest. */
  readonly giveBack: (counted: Counted) => void;
}

interface Count {
  calls: number;
  lastUsedAt: number;
}

interface KeyCounts {
  readonly of: OfKey;
  /** By day, as days since the epoch; more than one while they cannot be recorded. */
  readonly days: Map<number, Map<Permission | 'none', Count>>;
  /** By user agent, then by address. */
  readonly clients: Map<string, Map<string, Count>>;
  clientCount: number;
}

const dayMs = 86_400_000;
/** Of a key, between two takings; what further ones ask is counted all the same. */
const clientsMax = 20;
const textMax = 200;

/** Begins with nothing. `believesProxies`: do requests come through proxies that are trusted? */
export function createTally(now: () => number, believesProxies: boolean): Tally {
  let counts = new Map<number, KeyCounts>();

  function countsOf(keyId: number, siteId: number, isPublic: boolean): KeyCounts {
    let found = counts.get(keyId);
    if (!found) {
      const of = { siteId, keyId, isPublic };
      found = { of, days: new Map(), clients: new Map(), clientCount: 0 };
      counts.set(keyId, found);
    }
    return found;
  }

  return {
    note({ id, siteId, source }: KeyRecord, permission, { headers, socket }) {
      const isPublic = source === 'Client-side';
      const of = countsOf(id, siteId, isPublic);
      const at = now();
      count(dayOf(of, Math.floor(at / dayMs)), permission ?? 'none', 1, at);
      const via = isPublic ? originOf(headers) : readVia(headers, socket, believesProxies);
      // Gone already: its address is unknown.
      if (via === undefined) return;
      const agent = isPublic && via !== '' ? '' : (headers['user-agent'] ?? '');
      countClient(of, short(agent), via, 1, at);
    },
    take() {
      const counted = counts;
      counts = new Map();
      return { uses: usesOf(counted), clients: clientsOf(counted) };
    },
    giveBack({ uses, clients }) {
      for (const { keyId, siteId, isPublic, day, permission, calls, lastUsedAt } of uses) {
        const of = countsOf(keyId, siteId, isPublic);
        count(dayOf(of, Date.parse(day) / dayMs), permission, calls, lastUsedAt);
      }
      for (const { keyId, siteId, isPublic, userAgent, via, calls, lastUsedAt } of clients) {
        const of = countsOf(keyId, siteId, isPublic);
        countClient(of, userAgent, via, calls, lastUsedAt);
      }
    },
  };
}

const short = (text: string) => (text.length > textMax ? text.slice(0, textMax) : text);

const originOf = ({ origin }: IncomingHttpHeaders) => (origin === undefined ? '' : short(origin));

function dayOf({ days }: KeyCounts, day: number): Map<Permission | 'none', Count> {
  let found = days.get(day);
  if (!found) {
    found = new Map();
    days.set(day, found);
  }
  return found;
}

function count<K>(counts: Map<K, Count>, name: K, calls: number, at: number): void {
  const known = counts.get(name);
  if (!known) {
    counts.set(name, { calls, lastUsedAt: at });
    return;
  }
  known.calls += calls;
  if (at > known.lastUsedAt) known.lastUsedAt = at;
}

function countClient(of: KeyCounts, agent: string, via: string, calls: number, at: number): void {
  let byVia = of.clients.get(agent);
  if (!byVia?.has(via)) {
    if (of.clientCount === clientsMax) return;
    of.clientCount += 1;
    byVia ??= new Map();
    of.clients.set(agent, byVia);
  }
  count(byVia, via, calls, at);
}

function usesOf(counts: ReadonlyMap<number, KeyCounts>): Use[] {
  return [...counts.values()].flatMap(({ of, days }) =>
    [...days].flatMap(([number, byPermission]) => {
      const day = new Date(number * dayMs).toISOString().slice(0, 10);
      return [...byPermission].map(([permission, counted]) => ({
        ...{ ...of, day, permission },
        ...counted,
      }));
    }),
  );
}

function clientsOf(counts: ReadonlyMap<number, KeyCounts>): ClientUse[] {
  return [...counts.values()].flatMap(({ of, clients }) =>
    [...clients].flatMap(([userAgent, byVia]) =>
      [...byVia].map(([via, counted]) => ({ ...of, userAgent, via, ...counted })),
    ),
  );
}
