// Counts decisions that no report counts, behind the answers: a row a campaign and day, no users.
import type { Context, Site } from '../../../context.ts';
import { dayInZone } from '../../../day-in-zone.ts';
import { type Recording, recordEvery } from '../../../recording.ts';
import { addExcludedTraffic, type Counted, type Traffic } from './store.ts';

const recordMs = 2_000;

export interface ExcludedTraffic extends Recording {
  /** One more decision of a campaign. */
  readonly note: (
    site: Pick<Site, 'id' | 'settings'>,
    campaignId: number,
    traffic: Traffic,
    /** The variations that it gave. */
    given: readonly number[],
  ) => void;
}

/** Counts on this node. What cannot be recorded waits for the database. */
export function startExcludedTraffic(ctx: Pick<Context, 'db' | 'log' | 'now'>): ExcludedTraffic {
  let counts = new Map<string, Counted>();

  function add(one: Counted): void {
    const key = `${one.siteId} ${one.campaignId} ${one.traffic} ${one.day}`;
    const { decisions = 0, variations: known = {} } = counts.get(key) ?? {};
    const variations = { ...known };
    for (const [id, given] of Object.entries(one.variations)) {
      variations[id] = (variations[id] ?? 0) + given;
    }
    counts.set(key, { ...one, decisions: decisions + one.decisions, variations });
  }

  async function recordNow(): Promise<void> {
    const counted = [...counts.values()];
    if (counted.length === 0) return;
    counts = new Map();
    try {
      await addExcludedTraffic(ctx.db, counted);
    } catch (error) {
      for (const one of counted) add(one);
      ctx.log.debug({ err: error }, 'what was counted of excluded traffic has to wait');
    }
  }

  return {
    note({ id: siteId, settings }, campaignId, traffic, given) {
      const day = dayInZone(settings.timeZone, ctx.now());
      const variations = Object.fromEntries(given.map((id) => [id, 1]));
      add({ siteId, campaignId, traffic, day, decisions: 1, variations });
    },
    ...recordEvery(recordMs, recordNow),
  };
}
