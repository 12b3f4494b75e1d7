// Events and engagements on their way out: sent in batches, and kept where that fails for now.
import type { AttuneEvent, Engagement } from '../client.ts';
import type { AttuneError, Failed } from '../problem.ts';

export interface Batch {
  readonly events: readonly AttuneEvent[];
  readonly engagements: readonly Engagement[];
}

export interface Queue {
  readonly add: (batch: Partial<Batch>) => void;
  /** Sends what waits, now. */
  readonly flush: () => Promise<Failed>;
  /** The same, for nobody who waits: a failure is `onError`'s. */
  readonly flushSoon: () => void;
  /** Takes out what waits, at most so many of each; undefined when nothing does. */
  readonly take: (most: number) => Batch | undefined;
  /** Forgets what waits. */
  readonly clear: () => void;
}

/** The service takes 100 engagements at once, and more events. */
const mostTogether = 100;
/** Of what could not be sent; the oldest is dropped. */
const mostWaiting = 1_000;

/** Opens a queue that sends some time after something was added, or when a batch is full. */
export function openQueue(send: (batch: Batch) => Promise<Failed>, batchMs: number): Queue {
  let events: AttuneEvent[] = [];
  let engagements: Engagement[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stopWaiting(): void {
    clearTimeout(timer);
    timer = undefined;
  }
  function take(most: number): Batch | undefined {
    const batch = { events: events.splice(0, most), engagements: engagements.splice(0, most) };
    const isEmpty = batch.events.length + batch.engagements.length === 0;
    if (isEmpty) stopWaiting();
    return isEmpty ? undefined : batch;
  }
  function putBack(batch: Batch): void {
    events = [...batch.events, ...events].slice(-mostWaiting);
    engagements = [...batch.engagements, ...engagements].slice(-mostWaiting);
  }
  async function flush(): Promise<Failed> {
    stopWaiting();
    for (let batch = take(mostTogether); batch; batch = take(mostTogether)) {
      const sent = await send(batch).catch((error: AttuneError) => ({ error, isThrown: true }));
      const { error } = sent;
      if (!error) continue;
      if (mayPass(error)) putBack(batch);
      if ('isThrown' in sent) throw error;
      return sent;
    }
    return {};
  }
  const flushSoon = () => void flush().catch(() => undefined);
  return {
    add: (batch) => {
      events.push(...(batch.events ?? []));
      engagements.push(...(batch.engagements ?? []));
      const isFull = events.length >= mostTogether || engagements.length >= mostTogether;
      if (isFull) flushSoon();
      else timer ??= setTimeout(flushSoon, batchMs);
    },
    flush,
    flushSoon,
    take,
    clear: () => {
      stopWaiting();
      events = [];
      engagements = [];
    },
  };
}

/** Nothing answered, or the service cannot take it just now. */
const mayPass = ({ problem: { status } }: AttuneError) =>
  status === 0 || status === 429 || status >= 500;
