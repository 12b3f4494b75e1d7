// Many callers share a commit: what arrives while one is under way goes into the next.
import { setImmediate } from 'node:timers/promises';
import { ApiError } from '../../../refusal.ts';
import { InboxBatch, type InboxRow } from './store.ts';

/** The most rows that go into one commit, but for those of a single caller. */
const largestCommit = 5_000;
/** The most callers that wait for a commit: beyond, memory would hold what the disk does not. */
const mostWaiting = 10_000;
/** Each who is told answers somebody: hundreds in one go would hold up everybody else. ADR 0041. */
const toldAtOnce = 32;

type Caller = PromiseWithResolvers<void>;

interface Group {
  readonly batch: InboxBatch;
  readonly callers: Caller[];
}

const tooMuch = () =>
  new ApiError('not_ready', 'More arrives than can be stored; try again soon.', {
    headers: { 'retry-after': '2' },
  });

/** Gives a function that resolves when its rows are committed; all of them are, or none. */
export function groupCommit(commit: (batch: InboxBatch) => Promise<void>) {
  /** Those that wait, the oldest first; the last one takes more. */
  const groups: Group[] = [];
  /** Of the commit before: a batch keeps its memory. */
  let spare: InboxBatch | undefined;
  let waiting = 0;
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    for (let group = groups.shift(); group; group = groups.shift()) {
      const { batch, callers } = group;
      waiting -= callers.length;
      try {
        await commit(batch);
        void tell(callers, ({ resolve }) => resolve());
      } catch (error) {
        void tell(callers, ({ reject }) => reject(error));
      }
      batch.clear();
      spare = batch;
    }
    isRunning = false;
  }

  function groupFor(rows: number): Group {
    const last = groups.at(-1);
    if (last && last.batch.size + rows <= largestCommit) return last;
    const group = { batch: spare ?? new InboxBatch(), callers: [] };
    spare = undefined;
    groups.push(group);
    return group;
  }

  return (rows: readonly InboxRow[]): Promise<void> => {
    if (rows.length === 0) return Promise.resolve();
    if (waiting >= mostWaiting) return Promise.reject(tooMuch());
    const { batch, callers } = groupFor(rows.length);
    for (const row of rows) batch.add(row);
    const done = Promise.withResolvers<void>();
    callers.push(done);
    waiting += 1;
    if (!isRunning) void run();
    return done.promise;
  };
}

/** Tells callers what became of their rows, in the order in which they came. */
async function tell(callers: readonly Caller[], say: (caller: Caller) => void): Promise<void> {
  for (let from = 0; from < callers.length; from += toldAtOnce) {
    if (from > 0) await setImmediate();
    for (const one of callers.slice(from, from + toldAtOnce)) say(one);
  }
}
