// What a node holds of all sites: their snapshots by id, their keys by hash.
import type { KeyRecord, SiteSnapshot } from '../../context.ts';
import type { Db } from '../../db/schema.ts';
import type { Log } from '../../log/log.ts';
import type { Secrets } from '../../secrets.ts';
import { selectRevisions } from '../sites/index.ts';
import { compileSite } from './compile.ts';
import { loadSite, type SiteData } from './site-data.ts';

export interface Holding {
  readonly site: (id: number) => SiteSnapshot | undefined;
  readonly siteByName: (name: string) => SiteSnapshot | undefined;
  readonly key: (hash: string) => KeyRecord | undefined;
  readonly hold: (data: SiteData) => void;
  /** Takes from the database what is not held at its present revision. Did anything change? */
  readonly refresh: (db: Db) => Promise<boolean>;
  /** What the held snapshots were made of. */
  readonly sites: () => SiteData[];
}

interface Held {
  readonly data: SiteData;
  readonly snapshot: SiteSnapshot;
  readonly keys: ReadonlyMap<string, KeyRecord>;
}

/** Holds nothing yet. `secrets` open what is sealed in a site. */
export function emptyHolding(secrets: Secrets, log: Log): Holding {
  const held = new Map<number, Held>();
  const keys = new Map<string, KeyRecord>();

  function drop(siteId: number): void {
    for (const hash of held.get(siteId)?.keys.keys() ?? []) keys.delete(hash);
    held.delete(siteId);
  }

  function hold(data: SiteData): void {
    const compiled = compileSite(data, secrets);
    drop(data.site.id);
    held.set(data.site.id, { data, ...compiled });
    for (const [hash, key] of compiled.keys) keys.set(hash, key);
    if (!compiled.snapshot.identitySecret) {
      log.error({ siteId: data.site.id }, 'SECRET_KEY does not open the secrets of this site');
    }
  }

  /** One site that cannot be compiled must not keep the others from being confirmed. */
  function holdOrLog(data: SiteData): void {
    try {
      hold(data);
    } catch (error) {
      drop(data.site.id);
      log.error(
        { err: error, siteId: data.site.id },
        'a site cannot be compiled; it is not served',
      );
    }
  }

  return {
    site: (id) => held.get(id)?.snapshot,
    siteByName: (name) =>
      [...held.values()].find(({ snapshot }) => snapshot.site.name === name)?.snapshot,
    key: (hash) => keys.get(hash),
    hold,
    async refresh(db) {
      const revisions = new Map(
        (await selectRevisions(db)).map(({ id, revision }) => [id, revision]),
      );
      const gone = [...held.keys()].filter((id) => !revisions.has(id));
      for (const id of gone) drop(id);
      const stale = [...revisions].filter(
        ([id, revision]) => held.get(id)?.data.site.revision !== revision,
      );
      for (const [id] of stale) {
        const data = await loadSite(db, id);
        if (data) holdOrLog(data);
      }
      return gone.length + stale.length > 0;
    },
    sites: () => [...held.values()].map(({ data }) => data),
  };
}
