// How many changes of feeds a node works on at once: each holds a database connection.
import type { Pool } from 'pg';

/** Uploads wait for their sender, changes in memory for the database: neither holds the other. */
export type Lane = 'upload' | 'memory';

const placesPerLane = 3;

interface Places {
  taken: number;
  readonly waiting: (() => void)[];
}

const lanes = new WeakMap<Pool, Record<Lane, Places>>();

/** Runs work when its lane has a place, in the order of asking. */
export async function inLane<T>(pool: Pool, lane: Lane, work: () => Promise<T>): Promise<T> {
  const places = placesOf(pool)[lane];
  if (places.taken < placesPerLane) places.taken += 1;
  else await new Promise<void>((resolve) => places.waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = places.waiting.shift();
    // A place that is handed over stays taken.
    if (next) next();
    else places.taken -= 1;
  }
}

function placesOf(pool: Pool): Record<Lane, Places> {
  const known = lanes.get(pool);
  if (known) return known;
  const fresh = { upload: { taken: 0, waiting: [] }, memory: { taken: 0, waiting: [] } };
  lanes.set(pool, fresh);
  return fresh;
}
