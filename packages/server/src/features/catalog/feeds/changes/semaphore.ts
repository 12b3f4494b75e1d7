// Limits how many changes of feeds a node works on at once: each has a database connection.
import type { Pool } from 'pg';
import { ApiError } from '../../../../api-error.ts';

/** Uploads wait for their sender, changes in memory for the database: neither blocks the other. */
export type Lane = 'upload' | 'memory';

const placesPerLane = 3;
/** One place is always another site's. */
const placesPerSite = 2;
const waitingMax = 50;
const waitingPerSite = 25;
const waitMs = 10_000;

interface Waiting {
  readonly siteId: number;
  readonly enter: () => void;
}

interface Places {
  /** The site of each place in use. */
  readonly taken: number[];
  readonly waiting: Waiting[];
}

const lanes = new WeakMap<Pool, Record<Lane, Places>>();

const tooMany = () =>
  new ApiError('not_ready', 'Too many changes of feeds are under way; try again soon.', {
    headers: { 'retry-after': '10' },
  });

/**
 * Runs a site's work when its semaphore has a place for it, in the order of arrival; a site that
 * has its share does not block others. Throws `not_ready` where too many wait, or one for 10 s.
 */
export async function inLane<T>(
  pool: Pool,
  lane: Lane,
  siteId: number,
  work: () => Promise<T>,
  longestWaitMs = waitMs,
): Promise<T> {
  const places = placesOf(pool)[lane];
  if (hasPlace(places, siteId)) places.taken.push(siteId);
  else await waitForPlace(places, siteId, longestWaitMs);
  try {
    return await work();
  } finally {
    places.taken.splice(places.taken.indexOf(siteId), 1);
    admitNext(places);
  }
}

function hasPlace({ taken }: Places, siteId: number): boolean {
  return taken.length < placesPerLane && countOf(taken, siteId) < placesPerSite;
}

const countOf = (siteIds: readonly number[], siteId: number) =>
  siteIds.filter((one) => one === siteId).length;

function waitForPlace({ waiting }: Places, siteId: number, longestMs: number): Promise<void> {
  const sites = waiting.map((one) => one.siteId);
  if (sites.length >= waitingMax || countOf(sites, siteId) >= waitingPerSite) throw tooMany();
  return new Promise((resolve, reject) => {
    const giveUp = setTimeout(() => {
      waiting.splice(waiting.indexOf(one), 1);
      reject(tooMany());
    }, longestMs);
    const enter = () => {
      clearTimeout(giveUp);
      resolve();
    };
    const one = { siteId, enter };
    waiting.push(one);
  });
}

/** Gives a free place to the first that may have it. */
function admitNext(places: Places): void {
  const at = places.waiting.findIndex(({ siteId }) => hasPlace(places, siteId));
  const [next] = at < 0 ? [] : places.waiting.splice(at, 1);
  if (!next) return;
  places.taken.push(next.siteId);
  next.enter();
}

function placesOf(pool: Pool): Record<Lane, Places> {
  const known = lanes.get(pool);
  if (known) return known;
  const fresh = { upload: { taken: [], waiting: [] }, memory: { taken: [], waiting: [] } };
  lanes.set(pool, fresh);
  return fresh;
}
