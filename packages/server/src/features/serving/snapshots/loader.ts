// What is taken from the database, and when it is behind: keys in one lane, all else in another.
import type { Db } from '../../../db/schema.ts';
import { selectHeldKeys } from '../../access/api-keys/index.ts';
import { selectSitesState } from '../../configuration/sites/index.ts';
import type { Holding } from './snapshot-cache.ts';
import { keepNews, type News } from './change-feed.ts';
import { type KeptSite, loadSite } from './site-data.ts';

export interface Lanes {
  /** Takes the keys of every site that has changed, and drops sites that are gone. */
  readonly takeKeys: () => Promise<void>;
  /** Is there a site of which only the keys are held as they are now? */
  readonly isBehind: () => boolean;
  /** Takes the rest of those sites. */
  readonly takeSites: () => Promise<void>;
  /** Takes a site as it was kept; its keys are asked for as soon as the database answers. */
  readonly takeKept: (site: KeptSite) => Promise<void>;
  readonly onTaken: News['onTaken'];
}

/** Fills a holding. Each lane is for one caller at a time; `onChange` hears when it has changed. */
export function openLanes(db: Db, holding: Holding, onChange: () => void): Lanes {
  const { tell, onTaken } = keepNews();
  /** What the database said last: of all sites, and of each. */
  let state: string | undefined;
  let revisions = new Map<number, number>();
  /** The revision that each site had, at the least, when the rest of it was taken. */
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
