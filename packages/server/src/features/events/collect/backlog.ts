// How much waits for a worker, and for how long at least. Rows have no time, but ids rise, and an
// earlier look knows which ids had been given out by then.
import type { Context } from '../../../context.ts';
import { selectBacklog } from './inbox/store.ts';

export interface Backlog {
  readonly waitingRows: number;
  /** At least so long; null: nothing waits, or there was no earlier look. */
  readonly oldestMs: number | null;
  readonly setAside: number;
}

interface Look {
  readonly at: number;
  /** The highest id given out by then. */
  readonly lastId: number;
}

/** Looks this far apart are remembered, and so many of them: an hour and a half. */
const apartMs = 5_000;
const looksMax = 1_000;

/**
 * Returns a function that is told of each look, and says for how many milliseconds at least the
 * oldest row has waited; null where nothing waits, and of the first look.
 */
export function watchOldest() {
  const looks: Look[] = [];
  return (at: number, { oldestId, lastId }: Ids): number | null => {
    const hasLooked = looks.length > 0;
    if (at - (looks.at(-1)?.at ?? -Infinity) >= apartMs) looks.push({ at, lastId });
    if (looks.length > looksMax) looks.shift();
    if (oldestId === null || !hasLooked) return null;
    return at - (looks.find((look) => look.lastId >= oldestId)?.at ?? at);
  };
}

/** Null: nothing waits. */
interface Ids {
  readonly oldestId: number | null;
  readonly lastId: number;
}

/** Makes what looks at a site's backlog. */
export function watchBacklog(ctx: Context): (siteId: number) => Promise<Backlog> {
  const oldest = watchOldest();
  return async (siteId) => {
    const { waitingRows, setAside, ...ids } = await selectBacklog(ctx.db, siteId);
    return { waitingRows, setAside, oldestMs: oldest(ctx.now(), ids) };
  };
}
