// The snapshots of all sites in a node's memory by id, and their keys by hash.
import type { KeyRecord, SiteSnapshot } from '../../../context.ts';
import type { Log } from '../../../log/log.ts';
import type { Secrets } from '../../../secrets.ts';
import type { CachedKey } from '../../access/api-keys/index.ts';
import { type CompiledSite, compileSite } from './compile.ts';
import type { SiteData, StoredSite } from './site-data.ts';

export interface SnapshotCache {
  readonly site: (id: number) => SiteSnapshot | undefined;
  readonly siteByName: (name: string) => SiteSnapshot | undefined;
  readonly all: () => readonly SiteSnapshot[];
  /** A key whose site is in memory as well. */
  readonly key: (hash: string) => KeyRecord | undefined;
  /** Replaces all keys of these sites at once. */
  readonly setKeys: (siteIds: readonly number[], keys: readonly CachedKey[]) => void;
  /** Has no such key from now on, even if it was read before it was deleted. */
  readonly forgetKey: (hash: string) => void;
  /** Replaces all of a site but its keys. A site that cannot be compiled is not served. */
  readonly setSite: (data: SiteData) => Promise<void>;
  readonly dropSite: (siteId: number) => void;
  /** All sites, in an order that depends on nothing else. */
  readonly sites: () => StoredSite[];
}

/** An empty cache. `secrets` decrypt what is encrypted in a site. */
export function emptySnapshotCache(secrets: Secrets, log: Log): SnapshotCache {
  const compiledSites = new Map<number, CompiledSite>();
  const keysOf = new Map<number, readonly CachedKey[]>();
  const keys = new Map<string, KeyRecord>();
  // By their hashes. A person deletes keys one by one: this stays small.
  const forgotten = new Set<string>();

  function setKeys(siteIds: readonly number[], rows: readonly CachedKey[]): void {
    const present = rows.filter(({ hash }) => !forgotten.has(hash.toString('hex')));
    const bySite = Map.groupBy(present, ({ siteId }) => siteId);
    for (const siteId of siteIds) {
      for (const { hash } of keysOf.get(siteId) ?? []) keys.delete(hash.toString('hex'));
      const kept = bySite.get(siteId) ?? [];
      keysOf.set(siteId, kept);
      for (const row of kept) keys.set(row.hash.toString('hex'), recordOf(row));
    }
  }

  return {
    site: (id) => compiledSites.get(id)?.snapshot,
    siteByName: (name) =>
      [...compiledSites.values()].find(({ snapshot }) => snapshot.site.name === name)?.snapshot,
    all: () => [...compiledSites.values()].map(({ snapshot }) => snapshot),
    key: (hash) => {
      const key = keys.get(hash);
      return key && compiledSites.has(key.siteId) ? key : undefined;
    },
    setKeys,
    forgetKey(hash) {
      forgotten.add(hash);
      const siteId = keys.get(hash)?.siteId;
      if (siteId !== undefined) setKeys([siteId], keysOf.get(siteId) ?? []);
    },
    async setSite(data) {
      const siteId = data.site.id;
      try {
        const compiled = await compileSite(data, secrets, compiledSites.get(siteId));
        compiledSites.set(siteId, compiled);
        if (compiled.snapshot.identitySecret) return;
        log.error({ siteId }, 'SECRET_KEY does not open the secrets of this site');
      } catch (error) {
        // One site must not keep the others from being confirmed.
        compiledSites.delete(siteId);
        log.error({ err: error, siteId }, 'a site cannot be compiled; it is not served');
      }
    },
    dropSite(siteId) {
      setKeys([siteId], []);
      keysOf.delete(siteId);
      compiledSites.delete(siteId);
    },
    sites: () =>
      [...compiledSites]
        .sort(([one], [other]) => one - other)
        .map(([siteId, { data }]) => ({ ...data, keys: keysOf.get(siteId) ?? [] })),
  };
}

const recordOf = (row: CachedKey): KeyRecord => ({
  id: row.id,
  siteId: row.siteId,
  name: row.name,
  source: row.source,
  permissions: row.permissions,
  allowedOrigins: row.allowedOrigins,
  expiresAt: row.expiresAt?.getTime(),
  rateLimit: row.rateLimit,
  profileMisses: row.profileMisses,
  isCompatible: row.compatibility,
});
