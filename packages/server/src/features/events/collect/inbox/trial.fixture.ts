// What the checks of an inbox have in common: what they are given, rows, working all of them off.

import type { InboxLine } from './batch.ts';
import { countOnce } from './effect.fixture.ts';
import type { WaitingRow } from './store.ts';
import type { OpenInbox, Servers, SubjectName } from './subjects.fixture.ts';

/** What a check is given: two nodes of one inbox, and a source of chance. */
export interface Trial {
  readonly name: SubjectName;
  /** For processes that are killed. */
  readonly servers: Servers;
  readonly nodes: readonly [OpenInbox, OpenInbox];
  /** From 0 up to 1, the same for the same seed. */
  readonly random: () => number;
}

export interface Check {
  readonly promise: string;
  readonly run: (trial: Trial) => Promise<void>;
}

/** A machine that is busy with other tests is no inbox that keeps what it has given. */
const boundMs = 20_000;

/** Lines of these texts in one partition. */
export function linesOf(partition: number, texts: readonly string[]): InboxLine[] {
  return texts.map((text) => ({ siteId: 1, partition, text }));
}

/** Texts that begin with a prefix and differ in their last word. */
export function textsOf(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${prefix} ${at}`);
}

/** Works off until nothing waits. Throws when that takes too long. */
export async function drain(
  { inbox, consume }: OpenInbox,
  work: (rows: readonly WaitingRow[]) => Promise<void> | void,
  limit = 50,
): Promise<void> {
  const end = Date.now() + boundMs;
  for (let all = await inbox.waiting(); all.length > 0; all = await inbox.waiting()) {
    let done = 0;
    for (const partition of all) {
      const { rows: some } = await consume([partition], limit, async (tx, rows) => {
        await countOnce(tx, rows);
        await work(rows);
      });
      done += some;
    }
    if (Date.now() > end) throw new Error(`something waits after ${boundMs} ms`);
    // A partition whose worker was killed is free as soon as its connection is missed.
    if (done === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
