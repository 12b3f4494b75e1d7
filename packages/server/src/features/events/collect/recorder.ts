// What is recorded behind an answer: gathered for a moment, so that many share a commit.
import type { Context } from '../../../context.ts';
import type { Line } from './entry.ts';
import { InboxBatch, type InboxLine } from './inbox/batch.ts';
import type { Inbox } from './inbox/inbox.ts';

/** `refused`: the last commit failed; `behind`: more arrives than is committed. */
export type RecordingFault = 'full' | 'refused' | 'behind';

export interface RecordingInbox extends Inbox {
  /** Stores a line within moments, and never fails. */
  readonly record: (line: Line) => void;
  /** Why what is recorded now is lost, or may be; undefined where all is well. */
  readonly recordingFault: () => RecordingFault | undefined;
  /** Resolves when all that was given is stored or refused. */
  readonly settled: () => Promise<void>;
}

/** A crash loses what was recorded for so long; no caller was promised it. */
export const lingerMs = 50;
/**
 * The most that waits for its commit, in all processes of a node: beyond, the database lags, and
 * what comes is dropped.
 */
const mostEvents = 200_000;
const mostBytes = 64 * 1024 * 1024;

/** An inbox that also records. What is accepted takes along what was recorded before it. */
export function recordingInbox(
  { metrics, log, apiProcesses }: Pick<Context, 'metrics' | 'log' | 'apiProcesses'>,
  inbox: Inbox,
): RecordingInbox {
  const gathered = new InboxBatch();
  let eventsGathered = 0;
  let timer: NodeJS.Timeout | undefined;
  const underWay = new Set<Promise<void>>();
  let eventsUnderWay = 0;
  let bytesUnderWay = 0;
  let wasRefused = false;

  function accept(lines: readonly InboxLine[]): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const events = eventsGathered;
    const { bytes } = gathered;
    const accepted = inbox.accept(lines, gathered);
    gathered.clear();
    eventsGathered = 0;
    underWay.add(accepted);
    eventsUnderWay += events;
    bytesUnderWay += bytes;
    const end = () => {
      underWay.delete(accepted);
      eventsUnderWay -= events;
      bytesUnderWay -= bytes;
    };
    accepted.then(
      () => {
        end();
        wasRefused = false;
        metrics.eventsAccepted.inc(events);
      },
      (error) => {
        end();
        wasRefused = true;
        metrics.exposuresDropped.inc(events);
        log.debug({ err: error }, 'what lies behind answers could not be recorded');
      },
    );
    return accepted;
  }

  const isBehind = () =>
    eventsGathered + eventsUnderWay >= mostEvents / apiProcesses ||
    gathered.bytes + bytesUnderWay >= mostBytes / apiProcesses;

  function flush(): void {
    if (gathered.bytes > 0) accept([]).catch(() => undefined);
  }

  return {
    ...inbox,
    accept,
    recordingFault() {
      if (inbox.isFull()) return 'full';
      if (isBehind()) return 'behind';
      return wasRefused ? 'refused' : undefined;
    },
    record(line) {
      if (isBehind() || inbox.isFull()) {
        metrics.exposuresDropped.inc(line.events);
        return;
      }
      gathered.add(line);
      eventsGathered += line.events;
      timer ??= setTimeout(flush, lingerMs);
    },
    async settled() {
      flush();
      await Promise.allSettled(underWay);
    },
  };
}
