// The snapshots of all sites in a node's memory by id, and their keys by hash.
import type { KeyRecord, SiteSnapshot } from '../../../context.ts';
import type { Log } from '../../../log/log.ts';
import type { Secrets } from '../../../secrets.ts';
import type { HeldKey } from '../../access/api-keys/index.ts';
import { type CompiledSite, compileSite } from './compile.ts';
import type { KeptSite, SiteData } from './site-data.ts';

export interface Holding {
  readonly site: (id: number) => SiteSnapshot | undefined;
  readonly siteByName: (name: string) => SiteSnapshot | undefined;
  readonly all: () => readonly SiteSnapshot[];
  /** A key whose site is in memory as well. */
  readonly key: (hash: string) => KeyRecord | undefined;
  /** Replaces all keys of these sites at once. */
  readonly holdKeys: (siteIds: readonly number[], keys: readonly HeldKey[]) => void;
  /** Has no such key from now on, even if it was read before it was deleted. */
  readonly forgetKey: (hash: string) => void;
  /** Replaces all of a site but its keys. A site that cannot be compiled is not served. */
  readonly hold: (data: SiteData) => Promise<void>;
  readonly drop: (siteId: number) => void;
  /** All sites, in an order that depends on nothing else. */
  readonly sites: () => KeptSite[];
}

/** An empty cache. `secrets` decrypt what is encrypted in a site. */
export function emptyHolding(secrets: Secrets, log: Log): Holding {
  const held = new Map<number, CompiledSite>();
  const keysOf = new Map<number, readonly HeldKey[]>();
  const keys = new Map<string, KeyRecord>();
  // By their hashes. A person deletes keys one by one: this stays small.
  const forgotten = new Set<string>();

  function holdKeys(siteIds: readonly number[], rows: readonly HeldKey[]): void {
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
    site: (id) => held.get(id)?.snapshot,
    siteByName: (name) =>
      [...held.values()].find(({ snapshot }) => snapshot.site.name === name)?.snapshot,
    all: () => [...held.values()].map(({ snapshot }) => snapshot),
    key: (hash) => {
      const key = keys.get(hash);
      return key && held.has(key.siteId) ? key : undefined;
    },
    holdKeys,
    forgetKey(hash) {
      forgotten.add(hash);
      const siteId = keys.get(hash)?.siteId;
      if (siteId !== undefined) holdKeys([siteId], keysOf.get(siteId) ?? []);
    },
    async hold(data) {
      const siteId = data.site.id;
      try {
        const compiled = await compileSite(data, secrets, held.get(siteId));
        held.set(siteId, compiled);
        if (compiled.snapshot.identitySecret) return;
        log.error({ siteId }, 'SECRET_KEY does not open the secrets of this site');
      } catch (error) {
        // One site must not keep the others from being confirmed.
        held.delete(siteId);
        log.error({ err: error, siteId }, 'a site cannot be compiled; it is not served');
      }
    },
    drop(siteId) {
      holdKeys([siteId], []);
      keysOf.delete(siteId);
      held.delete(siteId);
    },
    sites: () =>
      [...held]
        .sort(([one], [other]) => one - other)
        .map(([siteId, { data }]) => ({ ...data, keys: keysOf.get(siteId) ?? [] })),
  };
}

const recordOf = (row: HeldKey): KeyRecord => ({
  id: row.id,
  siteId: row.siteId,
  name: row.name,
  source: row.source,
  permissions: row.permissions,
  allowedOrigins: row.allowedOrigins,
  expiresAt: row.expiresAt?.getTime(),
  rateLimit: row.rateLimit,
  profileMisses: row.profileMisses,
});
