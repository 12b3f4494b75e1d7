// Loads sites from the database, and knows when it is behind: keys first, then all else.
import type { Db } from '../../../db/schema.ts';
import { selectHeldKeys } from '../../access/api-keys/index.ts';
import { selectSitesState } from '../../configuration/sites/index.ts';
import { keepNews, type News } from './change-feed.ts';
import { type KeptSite, loadSite } from './site-data.ts';
import type { Holding } from './snapshot-cache.ts';

export interface Lanes {
  /** Loads the keys of every site that has changed, and drops sites that are gone. */
  readonly takeKeys: () => Promise<void>;
  /** Is there a site of which only the keys are up to date? */
  readonly isBehind: () => boolean;
  /** Loads the rest of those sites. */
  readonly takeSites: () => Promise<void>;
  /**
   * Restores a site from the snapshot file; its keys are loaded as soon as the database answers.
   */
  readonly takeKept: (site: KeptSite) => Promise<void>;
  readonly onTaken: News['onTaken'];
}

/**
 * Fills a cache. Keys and sites have one caller at a time each; `onChange` is called after a
 * change.
 */
export function openLanes(db: Db, holding: Holding, onChange: () => void): Lanes {
  const { tell, onTaken } = keepNews();
  /** The last answer of the database: of all sites, and of each. */
  let state: string | undefined;
  let revisions = new Map<number, number>();
  /** The revision that each site had, at the least, when the rest of it was loaded. */
  const taken = new Map<number, number>();
  return {
    async takeKeys() {
      const answer = await selectSitesState(db, state);
      if (!answer.sites) return;
      const changed = answer.sites.filter(({ id, revision }) => revisions.get(id) !== revision);
      const ids = changed.map(({ id }) => id);
      holding.holdKeys(ids, ids.length > 0 ? await selectHeldKeys(db, ids) : []);
      const present = new Map(answer.sites.map(({ id, revision }) => [id, revision]));
      for (const id of [...revisions.keys(), ...taken.keys()]) {
        if (present.has(id)) continue;
        holding.drop(id);
        taken.delete(id);
      }
      revisions = present;
      state = answer.state;
      onChange();
      const told = changed.map(({ id, revision }) => ({ siteId: id, revision }));
      tell(told.map((each) => ({ ...each, what: 'keys' })));
      // The snapshot file had the rest.
      const whole = told.filter(({ siteId, revision }) => taken.get(siteId) === revision);
      tell(whole.map((each) => ({ ...each, what: 'rest' })));
    },
    isBehind: () => [...revisions].some(([id, revision]) => taken.get(id) !== revision),
    async takeSites() {
      for (const [id, revision] of revisions) {
        if (taken.get(id) === revision) continue;
        const data = await loadSite(db, id);
        if (data) await holding.hold(data);
        taken.set(id, revision);
        onChange();
        tell([{ siteId: id, revision, what: 'rest' }]);
      }
    },
    async takeKept({ keys, ...data }) {
      holding.holdKeys([data.site.id], keys);
      await holding.hold(data);
      taken.set(data.site.id, data.site.revision);
    },
    onTaken,
  };
}
