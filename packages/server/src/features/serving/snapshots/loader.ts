// Loads sites from the database, and knows when it is behind: keys first, then all else.
import type { Db } from '../../../db/schema.ts';
import { selectCachedKeys } from '../../access/api-keys/index.ts';
import { selectSitesState } from '../../configuration/sites/index.ts';
import { type ChangeFeed, createChangeFeed } from './change-feed.ts';
import { loadSite, type StoredSite } from './site-data.ts';
import type { SnapshotCache } from './snapshot-cache.ts';

export interface SnapshotLoader {
  /** Loads the keys of every site that has changed, and drops sites that are gone. */
  readonly loadKeys: () => Promise<void>;
  /** Is there a site of which only the keys are up to date? */
  readonly isBehind: () => boolean;
  /** Loads the rest of those sites. */
  readonly loadSites: () => Promise<void>;
  /**
   * Restores a site from the snapshot file; its keys are loaded as soon as the database answers.
   */
  readonly restoreSite: (site: StoredSite) => Promise<void>;
  readonly onApplied: ChangeFeed['onApplied'];
}

/**
 * Fills a cache. Keys and sites have one caller at a time each; `onChange` is called after a
 * change.
 */
export function snapshotLoader(db: Db, cache: SnapshotCache, onChange: () => void): SnapshotLoader {
  const { notify, onApplied } = createChangeFeed();
  /** The last answer of the database: of all sites, and of each. */
  let state: string | undefined;
  let revisions = new Map<number, number>();
  /** The revision that each site had, at least, when the rest of it was loaded. */
  const applied = new Map<number, number>();
  return {
    async loadKeys() {
      const answer = await selectSitesState(db, state);
      if (!answer.sites) return;
      const changed = answer.sites.filter(({ id, revision }) => revisions.get(id) !== revision);
      const ids = changed.map(({ id }) => id);
      cache.setKeys(ids, ids.length > 0 ? await selectCachedKeys(db, ids) : []);
      const present = new Map(answer.sites.map(({ id, revision }) => [id, revision]));
      for (const id of [...revisions.keys(), ...applied.keys()]) {
        if (present.has(id)) continue;
        cache.dropSite(id);
        applied.delete(id);
      }
      revisions = present;
      state = answer.state;
      onChange();
      const revisionsNow = changed.map(({ id, revision }) => ({ siteId: id, revision }));
      notify(revisionsNow.map((each) => ({ ...each, what: 'keys' })));
      // The snapshot file had the rest.
      const whole = revisionsNow.filter(({ siteId, revision }) => applied.get(siteId) === revision);
      notify(whole.map((each) => ({ ...each, what: 'rest' })));
    },
    isBehind: () => [...revisions].some(([id, revision]) => applied.get(id) !== revision),
    async loadSites() {
      for (const [id, revision] of revisions) {
        if (applied.get(id) === revision) continue;
        const data = await loadSite(db, id);
        if (data) await cache.setSite(data);
        applied.set(id, revision);
        onChange();
        notify([{ siteId: id, revision, what: 'rest' }]);
      }
    },
    async restoreSite({ keys, ...data }) {
      cache.setKeys([data.site.id], keys);
      await cache.setSite(data);
      applied.set(data.site.id, data.site.revision);
    },
    onApplied,
  };
}
