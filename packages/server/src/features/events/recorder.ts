// What is recorded behind an answer: gathered for a moment, so that many share a commit and a row.
import type { Context } from '../../context.ts';
import { type Entry, inboxRows } from './entry.ts';
import type { Inbox } from './inbox/inbox.ts';

export interface RecordingInbox extends Inbox {
  /** Stores entries of one site within moments, and fails nobody. `salt` is the site's. */
  readonly record: (salt: Buffer, entries: readonly Entry[]) => void;
  /** Resolves when all that was given is stored or refused. */
  readonly settled: () => Promise<void>;
}

/** A crash loses what was recorded for so long, which nobody was promised. */
export const lingerMs = 50;
/** The most entries that are gathered: beyond, the database lags, and they are dropped. */
const mostEntries = 20_000;

/** An inbox that also records. What is accepted takes along what was recorded before it. */
export function recordingInbox(
  { metrics, log }: Pick<Context, 'metrics' | 'log'>,
  inbox: Inbox,
): RecordingInbox {
  let gathered = new Map<Buffer, Entry[]>();
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const underWay = new Set<Promise<void>>();

  function take() {
    clearTimeout(timer);
    timer = undefined;
    const taken = {
      size: count,
      rows: [...gathered].flatMap(([salt, all]) => inboxRows(all, salt)),
    };
    gathered = new Map();
    count = 0;
    return taken;
  }

  function accept(rows: Parameters<Inbox['accept']>[0]): Promise<void> {
    const recorded = take();
    const accepted = inbox.accept([...recorded.rows, ...rows]);
    underWay.add(accepted);
    accepted.then(
      () => {
        underWay.delete(accepted);
        metrics.eventsAccepted.inc(recorded.size);
      },
      (error) => {
        underWay.delete(accepted);
        metrics.exposuresDropped.inc(recorded.size);
        log.debug({ err: error }, 'what lies behind answers could not be recorded');
      },
    );
    return accepted;
  }

  function flush(): void {
    if (count > 0) accept([]).catch(() => undefined);
  }

  return {
    ...inbox,
    accept,
    record(salt, entries) {
      if (entries.length === 0) return;
      if (count + entries.length > mostEntries) {
        metrics.exposuresDropped.inc(entries.length);
        return;
      }
      const known = gathered.get(salt);
      if (known) known.push(...entries);
      else gathered.set(salt, [...entries]);
      count += entries.length;
      timer ??= setTimeout(flush, lingerMs);
    },
    async settled() {
      flush();
      await Promise.allSettled(underWay);
    },
  };
}
