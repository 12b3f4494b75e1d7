// Sends the events of an import through the inbox, and waits until workers have taken them.
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import {
  acceptEntries,
  countInbox,
  type Entry,
  type Inbox,
  selectLastInboxId,
  startWorker,
} from '../collect/index.ts';

/** The first and the longest pause before an inbox that is full is tried again. */
const pauseMs = { first: 250, longest: 5_000 };

/** Makes entries durable; works the inbox off whenever it is full, since a file may have more. */
export async function acceptOnceThereIsRoom(
  ctx: Context,
  inbox: Inbox,
  { site }: SiteSnapshot,
  entries: readonly Entry[],
): Promise<void> {
  for (let pause = pauseMs.first; ; pause = Math.min(pause * 2, pauseMs.longest)) {
    try {
      return await acceptEntries(ctx, inbox, site.salt, entries);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'overloaded')) throw error;
      await foldAll(ctx, inbox, () => undefined);
      // How much waits is looked at once a second.
      await delay(pause);
    }
  }
}

/** Works the inbox off, beside whatever workers there are, until what was accepted is folded. */
export async function foldAll(
  ctx: Context,
  inbox: Inbox,
  onProgress: (share: number) => void,
): Promise<void> {
  const last = await selectLastInboxId(ctx.db);
  const worker = startWorker(ctx, inbox);
  try {
    const all = await countInbox(ctx.db, last);
    for (let left = all; left > 0; left = await countInbox(ctx.db, last)) {
      onProgress(1 - left / all);
      await delay(100);
    }
  } finally {
    await worker.stop();
  }
}
