// Counts decisions that no report counts, behind the answers: a row a campaign and day, no users.
import type { Context, Site } from '../../../context.ts';
import { type Recording, recordEvery } from '../../../recording.ts';
import { addExcludedTraffic, type Counted, type Traffic } from './store.ts';

const recordMs = 2_000;

export interface ExcludedTraffic extends Recording {
  /** One more decision of a campaign. */
  readonly note: (
    site: Pick<Site, 'id' | 'settings'>,
    campaignId: number,
    traffic: Traffic,
  ) => void;
}

/** Counts on this node. What cannot be recorded waits for the database. */
export function startExcludedTraffic(ctx: Pick<Context, 'db' | 'log' | 'now'>): ExcludedTraffic {
  let counts = new Map<string, Counted>();

  function add(one: Counted): void {
    const key = `${one.siteId} ${one.campaignId} ${one.traffic} ${one.day}`;
    const { decisions = 0 } = counts.get(key) ?? {};
    counts.set(key, { ...one, decisions: decisions + one.decisions });
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
    note: ({ id: siteId, settings }, campaignId, traffic) =>
      add({ siteId, campaignId, traffic, day: dayIn(settings.timeZone, ctx.now()), decisions: 1 }),
    ...recordEvery(recordMs, recordNow),
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of a time in a zone, as YYYY-MM-DD. */
function dayIn(timeZone: string, time: number): string {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  formats.set(timeZone, format);
  return format.format(time);
}
