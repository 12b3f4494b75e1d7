// Records what was counted every few seconds, behind the requests and never in their way.
import type { Context, NoteUse } from '../../../context.ts';
import { type Recording, recordEvery } from '../../../recording.ts';
import { addUse } from './store.ts';
import { createTally } from './tally.ts';
import { addressFinder } from './via.ts';

const recordMs = 2_000;

export interface Counting extends Recording {
  /** Counts a use; at most a microsecond of a request. */
  readonly note: NoteUse;
}

/** Counts the uses of keys on this node. What cannot be recorded waits for the database. */
export function startCounting(ctx: Context): Counting {
  const { trustedProxies } = ctx.config;
  const tally = createTally(ctx.now, trustedProxies.length > 0);
  const addressOf = addressFinder(trustedProxies);
  let isRefused = false;

  async function recordNow(): Promise<void> {
    const counted = tally.take();
    if (counted.uses.length === 0) return;
    const clients = counted.clients.map(({ via, ...client }) => ({
      ...client,
      address: client.isPublic ? via : addressOf(via),
    }));
    try {
      await addUse(ctx.db, counted.uses, clients);
      isRefused = false;
    } catch (error) {
      tally.giveBack(counted);
      if (!isRefused) ctx.log.warn({ err: error }, 'what keys are used for has to wait');
      isRefused = true;
    }
  }

  return { note: tally.note, ...recordEvery(recordMs, recordNow) };
}
