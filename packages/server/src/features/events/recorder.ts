// What is recorded behind an answer: gathered for a moment, so that many share a commit and a row.
import type { Context } from '../../context.ts';
import { type Line, rowsOf } from './entry.ts';
import type { Inbox } from './inbox/inbox.ts';
import { LineBuffer } from './line-buffer.ts';

export interface RecordingInbox extends Inbox {
  /** Stores a line within moments, and fails nobody. */
  readonly record: (line: Line) => void;
  /** Resolves when all that was given is stored or refused. */
  readonly settled: () => Promise<void>;
}

/** A crash loses what was recorded for so long, which nobody was promised. */
export const lingerMs = 50;
/** The most that waits for its commit: beyond, the database lags, and what comes is dropped. */
const mostEvents = 200_000;
const mostBytes = 64 * 1024 * 1024;

/** An inbox that also records. What is accepted takes along what was recorded before it. */
export function recordingInbox(
  { metrics, log }: Pick<Context, 'metrics' | 'log'>,
  inbox: Inbox,
): RecordingInbox {
  const gathered = new LineBuffer();
  let timer: NodeJS.Timeout | undefined;
  const underWay = new Set<Promise<void>>();
  let eventsUnderWay = 0;
  let bytesUnderWay = 0;

  function take() {
    clearTimeout(timer);
    timer = undefined;
    const { events, size } = gathered;
    return { events, size, rows: rowsOf(gathered.take()) };
  }

  function accept(rows: Parameters<Inbox['accept']>[0]): Promise<void> {
    const recorded = take();
    const accepted = inbox.accept([...recorded.rows, ...rows]);
    underWay.add(accepted);
    eventsUnderWay += recorded.events;
    bytesUnderWay += recorded.size;
    const end = () => {
      underWay.delete(accepted);
      eventsUnderWay -= recorded.events;
      bytesUnderWay -= recorded.size;
    };
    accepted.then(
      () => {
        end();
        metrics.eventsAccepted.inc(recorded.events);
      },
      (error) => {
        end();
        metrics.exposuresDropped.inc(recorded.events);
        log.debug({ err: error }, 'what lies behind answers could not be recorded');
      },
    );
    return accepted;
  }

  function flush(): void {
    if (gathered.events > 0) accept([]).catch(() => undefined);
  }

  return {
    ...inbox,
    accept,
    record(line) {
      const events = gathered.events + eventsUnderWay;
      if (events >= mostEvents || gathered.size + bytesUnderWay >= mostBytes) {
        metrics.exposuresDropped.inc(line.events);
        return;
      }
      gathered.add(line);
      timer ??= setTimeout(flush, lingerMs);
    },
    async settled() {
      flush();
      await Promise.allSettled(underWay);
    },
  };
}
