// Many callers share a commit: what arrives while one is under way goes into the next.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { ApiError } from '../../../../api-error.ts';
import { InboxBatch, type InboxLine } from './batch.ts';

/** The most lines of one commit, but for those of a single caller; so large, it takes no more. */
const largestCommit = 5_000;
const fullBytes = 1024 * 1024;
/**
 * A busy node gives PostgreSQL as much of a commit in each turn as the kernel holds, some 200 KiB.
 * Where so many commits wait, another goes beside those under way, up to so many. ADR 0042.
 */
const waitingForAnother = 3;
export const mostCommits = 4;
/**
 * The most callers that wait for a commit: beyond, memory would fill with what the disk does not
 * take.
 */
const mostWaiting = 10_000;
/**
 * After a commit while pages are requested, unless full ones wait: commits of a few lines cost the
 * processor, here and in PostgreSQL, mostly for being commits. ADR 0042.
 */
const restMs = 45;
/** Each caller then writes an answer: many in one go would hold up everything else. ADR 0042. */
const toldAtOnce = 8;

type Caller = PromiseWithResolvers<void>;

interface Group {
  readonly batch: InboxBatch;
  readonly callers: Caller[];
}

const tooMuch = () =>
  new ApiError('overloaded', 'More arrives than can be stored; try again soon.', {
    headers: { 'retry-after': '2' },
  });

/**
 * Returns a function that resolves when its lines are committed, and what was gathered before them;
 * all of them are, or none. `wasPageRequested` says whether a page was requested since its last
 * call.
 */
export function groupCommit(
  commit: (batch: InboxBatch) => Promise<void>,
  wasPageRequested: () => boolean = () => false,
  rest: () => Promise<void> = () => setTimeout(restMs),
) {
  /** Those that wait, the oldest first; the last one takes more. */
  const groups: Group[] = [];
  /** Of commits before: a batch keeps its memory. */
  const spares: InboxBatch[] = [];
  let waiting = 0;
  let running = 0;

  const needsAnother = () => groups.length >= waitingForAnother;

  async function run(): Promise<void> {
    running += 1;
    // The last one takes all that is left.
    const next = () => (running === 1 || needsAnother() ? groups.shift() : undefined);
    for (let group = next(); group; group = next()) {
      const { batch, callers } = group;
      waiting -= callers.length;
      try {
        await commit(batch);
        void tell(callers, ({ resolve }) => resolve());
      } catch (error) {
        void tell(callers, ({ reject }) => reject(error));
      }
      batch.clear();
      if (spares.length < mostCommits) spares.push(batch);
      if (wasPageRequested() && !needsAnother()) await rest();
    }
    running -= 1;
  }

  function groupFor(lines: number): Group {
    const last = groups.at(-1);
    const hasRoom = last && last.batch.size + lines <= largestCommit;
    if (hasRoom && last.batch.bytes < fullBytes) return last;
    const group = { batch: spares.pop() ?? new InboxBatch(), callers: [] };
    groups.push(group);
    return group;
  }

  return (lines: readonly InboxLine[], gathered?: InboxBatch): Promise<void> => {
    const size = lines.length + (gathered?.size ?? 0);
    if (size === 0) return Promise.resolve();
    if (waiting >= mostWaiting) return Promise.reject(tooMuch());
    const { batch, callers } = groupFor(size);
    if (gathered) batch.addAll(gathered);
    for (const line of lines) batch.add(line);
    const done = Promise.withResolvers<void>();
    callers.push(done);
    waiting += 1;
    if (running === 0 || (running < mostCommits && needsAnother())) void run();
    return done.promise;
  };
}

/** Settles the callers' promises, in the order in which they came. */
async function tell(callers: readonly Caller[], say: (caller: Caller) => void): Promise<void> {
  for (let from = 0; from < callers.length; from += toldAtOnce) {
    if (from > 0) await setImmediate();
    for (const one of callers.slice(from, from + toldAtOnce)) say(one);
  }
}
