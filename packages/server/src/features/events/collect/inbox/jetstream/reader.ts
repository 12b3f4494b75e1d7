// What a worker takes from the stream, and what is taken out of it behind the worker.
import type { Db } from '../../../../../db/schema.ts';
import type { Log } from '../../../../../log/log.ts';
import type { Batch } from '../inbox.ts';
import { type Look, numbering } from './numbering.ts';
import {
  deleteAdopted,
  passOver,
  selectAdopted,
  selectPositions,
  updatePositions,
} from './store.ts';
import type { InboxStream } from './stream.ts';
import { partitionsWithRows, takeRows } from './take.ts';
import { StreamWindow } from './window.ts';

interface Options {
  readonly db: Db;
  readonly name: string;
  readonly stream: InboxStream;
  readonly isGivenUp: boolean;
  readonly log: Log;
  readonly onArrival: () => void;
}

/** What is folded is taken out of the stream no more often. */
const removeMs = 1_000;

const nothing: Batch = { rows: [], hasMore: false, remove: async () => undefined };

/** Returns a function that takes out what is folded, at most once in a while. */
function remover(stream: InboxStream, log: Log): (sequence: number) => void {
  let removed = 0;
  let wanted = 0;
  let timer: NodeJS.Timeout | undefined;
  const remove = async () => {
    try {
      await stream.removeUpTo(wanted);
      removed = wanted;
    } catch (error) {
      const reason = (error as Error).message;
      log.debug({ reason }, 'what is folded stays in the stream for now');
    }
    timer = undefined;
  };
  return (sequence) => {
    wanted = sequence;
    if (wanted > removed && !timer) timer = setTimeout(remove, removeMs).unref();
  };
}

/** Reads a stream once something of it is wanted. */
export function streamReader({ db, name, stream, isGivenUp, log, onArrival }: Options) {
  const window = new StreamWindow({ client: stream.client, stream: name, log, onArrival });
  const look = numbering({ db, name, stream, log, onOther: () => window.reset() });
  const removeUpTo = remover(stream, log);

  /** A node that still sends to it uses it again. */
  async function giveUp(last: number): Promise<void> {
    await stream.removeUpTo(last);
    await deleteAdopted(db);
    log.info({ stream: name }, 'the stream is empty and not used any more: NATS_URL can go');
  }

  /** Partitions that hold something as far as is read; the others have nothing up to there. */
  async function waitingIn(looked: Look, least: number): Promise<readonly number[]> {
    const { state, adopted, positions } = looked;
    const part = await window.read(least, state.last, state.first);
    const waiting = partitionsWithRows(part, adopted, positions);
    const to = adopted.base + part.to;
    const idle = positions.filter(
      ({ partition, place }) => place < to && !waiting.includes(partition),
    );
    const partitions = idle.map(({ partition }) => partition);
    if (idle.length > 0) await passOver(db, partitions, to);
    return waiting;
  }

  async function isUnused(): Promise<boolean> {
    if (await selectAdopted(db)) return false;
    const { first, last } = await stream.state();
    return first > last || last === 0;
  }

  return {
    look,
    close: () => window.close(),
    async waiting(): Promise<readonly number[]> {
      if (isGivenUp && (await isUnused())) return [];
      for (;;) {
        const looked = await look();
        const { state, adopted, positions } = looked;
        const least = Math.min(...positions.map(({ place }) => place)) - adopted.base;
        window.forget(least);
        removeUpTo(Math.min(least, state.last));
        if (least >= state.last) {
          if (isGivenUp) await giveUp(state.last);
          return [];
        }
        const waiting = await waitingIn(looked, least);
        if (waiting.length > 0) return waiting;
      }
    },
    async read(tx: Db, partitions: readonly number[], limit: number): Promise<Batch> {
      const [adopted, all] = [await selectAdopted(tx), await selectPositions(tx)];
      const positions = all.filter(({ partition }) => partitions.includes(partition));
      if (adopted?.name !== name || positions.length === 0) return nothing;
      const state = await stream.state();
      if (state.created !== adopted.created) return nothing;
      const after = Math.min(...positions.map(({ place }) => place)) - adopted.base;
      const part = await window.read(Math.min(after, state.last), state.last, state.first);
      const { rows, folded, isWhole } = takeRows(part, adopted, positions, limit);
      const hasMore = !isWhole || part.to < state.last;
      return { rows, hasMore, remove: () => updatePositions(tx, folded) };
    },
  };
}
