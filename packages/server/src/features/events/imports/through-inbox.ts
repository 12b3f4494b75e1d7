// Sends the events of an import through the inbox, and waits until workers have taken them.
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { acceptEntries, countInbox, type Entry, type Inbox } from '../collect/index.ts';

/** The first and the longest pause before an inbox that is full is tried again. */
const pauseMs = { first: 250, longest: 5_000 };

/** Makes entries durable. A file may have more than may wait: workers make room meanwhile. */
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
      await delay(pause);
    }
  }
}

/** Resolves when what has been accepted until now is folded. */
export async function allFolded(
  ctx: Pick<Context, 'db' | 'inbox'>,
  onProgress: (share: number) => void,
): Promise<void> {
  const last = await ctx.inbox.mark();
  const all = await countInbox(ctx.db, last);
  for (let left = all; left > 0; left = await countInbox(ctx.db, last)) {
    onProgress(1 - left / all);
    await delay(100);
  }
}
