// How the stream's messages are numbered in PostgreSQL, where places rise over all streams that
// were ever used: of one that was made again, and of one that has lost its end.
import type { Db } from '../../../../../db/schema.ts';
import type { Log } from '../../../../../log/log.ts';
import { lockAllPartitions } from '../store.ts';
import {
  type Adopted,
  adoptStream,
  type Position,
  selectAdopted,
  selectPositions,
} from './store.ts';
import { type InboxStream, type StreamState, unanswered } from './stream.ts';

export interface Look {
  readonly state: StreamState;
  readonly adopted: Adopted;
  readonly positions: readonly Position[];
}

interface Options {
  readonly db: Db;
  readonly name: string;
  readonly stream: InboxStream;
  readonly log: Log;
  /** The stream is another one than at the last look. */
  readonly onOther: () => void;
}

/** A stream that has gone back for so long has lost its end. */
const goneBackMs = 5_000;

/** Returns a function that says how far the stream is, and how far it is folded. */
export function numbering({ db, name, stream, log, onOther }: Options) {
  let wentBackAt: number | undefined;
  let created: string | undefined;

  /** A leader that is new may not have applied all that it has: what it says of it is no news. */
  function hasGoneBack({ state, adopted, positions }: Look): boolean {
    const highest = Math.max(...positions.map(({ place }) => place));
    if (adopted.base + state.last >= highest) {
      wentBackAt = undefined;
      return false;
    }
    wentBackAt ??= performance.now();
    if (performance.now() - wentBackAt < goneBackMs) throw unanswered('the stream is not current');
    wentBackAt = undefined;
    return true;
  }

  /** Another node may have been first: then nothing is to be done. */
  async function adopt(tx: Db, before: Adopted | undefined, state: StreamState, sequence: number) {
    await lockAllPartitions(tx);
    const now = await selectAdopted(tx);
    if (now?.created !== before?.created || now?.base !== before?.base) return;
    await adoptStream(tx, { name, created: state.created }, sequence);
  }

  return async function look(tx?: Db): Promise<Look> {
    const by = tx ?? db;
    const [adopted, positions] = [await selectAdopted(by), await selectPositions(by)];
    // After what is folded of it, so that it cannot be behind that.
    const state = await stream.state();
    if (created !== undefined && created !== state.created) onOther();
    created = state.created;
    const isKnown = adopted?.created === state.created;
    if (adopted && adopted.name !== name) {
      throw new Error(`the inbox is the stream ${adopted.name}, not ${name}`);
    }
    if (isKnown && !hasGoneBack({ state, adopted, positions }))
      return { state, adopted, positions };
    if (isKnown) log.error({ stream: name }, 'the stream has lost its end: events are lost');
    else if (adopted) log.error({ stream: name }, 'the stream was made again: events may be lost');
    const sequence = isKnown ? state.last : 0;
    if (tx) await adopt(tx, adopted, state, sequence);
    else await db.transaction().execute((own) => adopt(own, adopted, state, sequence));
    return look(tx);
  };
}
