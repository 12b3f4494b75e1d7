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

/** Makes what looks at a site's backlog. */
export function watchBacklog(ctx: Context): (siteId: number) => Promise<Backlog> {
  const looks: Look[] = [];
  return async (siteId) => {
    const { waitingRows, setAside, oldestId, lastId } = await selectBacklog(ctx.db, siteId);
    const at = ctx.now();
    const hasLooked = looks.length > 0;
    if (at - (looks.at(-1)?.at ?? 0) >= apartMs) looks.push({ at, lastId });
    if (looks.length > looksMax) looks.shift();
    const since = looks.find((look) => look.lastId >= (oldestId ?? Number.POSITIVE_INFINITY));
    const ms = at - (since?.at ?? at);
    return { waitingRows, setAside, oldestMs: oldestId === null || !hasLooked ? null : ms };
  };
}
