// Records what was passed over every few seconds, behind the requests and never in their way.
import type { Context, NotePassedOver } from '../../../context.ts';
import { type Recording, recordEvery } from '../../../recording.ts';
import { addIngestionWarnings } from './store.ts';
import { createTally } from './tally.ts';

const recordMs = 2_000;

export interface IngestionCounting extends Recording {
  readonly note: NotePassedOver;
}

/** Counts on this node. What cannot be recorded waits for the database. */
export function startIngestionWarnings(ctx: Context): IngestionCounting {
  const tally = createTally(ctx.now);

  async function recordNow(): Promise<void> {
    const counted = tally.take();
    if (counted.length === 0) return;
    try {
      await addIngestionWarnings(ctx.db, counted);
    } catch (error) {
      tally.giveBack(counted);
      ctx.log.debug({ err: error }, 'ingestion warnings have to wait');
    }
  }

  return {
    note: ({ id, siteId }, request) => tally.note({ siteId, keyId: id, ...request }),
    ...recordEvery(recordMs, recordNow),
  };
}
