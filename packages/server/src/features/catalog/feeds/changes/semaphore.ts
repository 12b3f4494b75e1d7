// Limits how many changes of feeds a node works on at once: each has a database connection.
import type { Pool } from 'pg';
import { ApiError } from '../../../../api-error.ts';

/** Uploads wait for their sender, changes in memory for the database: neither blocks the other. */
export type ChangeKind = 'upload' | 'memory';

const placesPerKind = 3;
/** One place is always another site's. */
const placesPerSite = 2;
const waitingMax = 50;
const waitingPerSite = 25;
const waitMs = 10_000;

interface Waiting {
  readonly siteId: number;
  readonly enter: () => void;
}

interface Semaphore {
  /** The site of each place in use. */
  readonly inUse: number[];
  readonly waiting: Waiting[];
}

const semaphores = new WeakMap<Pool, Record<ChangeKind, Semaphore>>();

const tooMany = () =>
  new ApiError(
    'not_ready',
    'Too many feeds are being changed at once. Try again in a few seconds.',
    {
      headers: { 'retry-after': '10' },
    },
  );

/**
 * Runs a site's work when its semaphore has a place for it, in the order of arrival; a site that
 * has its share does not block others. Throws `not_ready` where too many wait, or one for 10 s.
 */
export async function withSemaphore<T>(
  pool: Pool,
  kind: ChangeKind,
  siteId: number,
  work: () => Promise<T>,
  longestWaitMs = waitMs,
): Promise<T> {
  const semaphore = semaphoreOf(pool)[kind];
  if (hasPlace(semaphore, siteId)) semaphore.inUse.push(siteId);
  else await waitForPlace(semaphore, siteId, longestWaitMs);
  try {
    return await work();
  } finally {
    semaphore.inUse.splice(semaphore.inUse.indexOf(siteId), 1);
    admitNext(semaphore);
  }
}

function hasPlace({ inUse }: Semaphore, siteId: number): boolean {
  return inUse.length < placesPerKind && countOf(inUse, siteId) < placesPerSite;
}

const countOf = (siteIds: readonly number[], siteId: number) =>
  siteIds.filter((one) => one === siteId).length;

function waitForPlace({ waiting }: Semaphore, siteId: number, longestMs: number): Promise<void> {
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
function admitNext(semaphore: Semaphore): void {
  const at = semaphore.waiting.findIndex(({ siteId }) => hasPlace(semaphore, siteId));
  const [next] = at < 0 ? [] : semaphore.waiting.splice(at, 1);
  if (!next) return;
  semaphore.inUse.push(next.siteId);
  next.enter();
}

function semaphoreOf(pool: Pool): Record<ChangeKind, Semaphore> {
  const existing = semaphores.get(pool);
  if (existing) return existing;
  const fresh = { upload: { inUse: [], waiting: [] }, memory: { inUse: [], waiting: [] } };
  semaphores.set(pool, fresh);
  return fresh;
}
