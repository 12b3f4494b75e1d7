// The primary process of a node with several: it starts those that answer and those that process
// what was recorded, replaces the ones that end, and passes on what they share.
import type { Context } from '../context.ts';
import type { DatabaseTarget } from '../db/connection.ts';
import { type ApiStatus, countedHere } from '../http/api-status.ts';
import type { LiveView } from '../log/live.ts';
import { type ChildProcess, forkChild } from './child-process.ts';
import type { ChildRole, ToChild, ToPrimary } from './messages.ts';
import { nodeMetrics } from './metrics.ts';
import { openPlaces } from './places.ts';

export interface Processes {
  readonly status: ApiStatus;
  /** Resolves with the address of the API, or '', when all are ready. Rejects where one cannot. */
  readonly listen: () => Promise<string>;
  /** Replaces them one after another, without a failed request. */
  readonly roll: () => Promise<void>;
  /** The node is about to stop: each answer is the last one of its connection. */
  readonly beginToLeave: () => void;
  /** They catch up by themselves. */
  readonly catchUp: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Parts {
  readonly ctx: Context;
  readonly live: LiveView;
  readonly counts: Readonly<Record<ChildRole, number>>;
  readonly target: DatabaseTarget;
}

/** Prepares so many processes of each role. */
export function openProcesses({ ctx, live, counts, target }: Parts): Processes {
  const metrics = nodeMetrics();
  let isLeaving = false;
  const tellAll: TellAll = (notice, isMeant = () => true) => {
    for (const one of places.running) if (isMeant(one)) void one.tell(notice);
  };
  const onNotice = relay(ctx, live, tellAll);
  const places = openPlaces({
    log: ctx.log,
    fork: (role, place) => {
      const beginning = {
        ...({ what: 'begin', role, place, count: counts[role] } as const),
        // Those that answer have the first places.
        isFirstWorker: place === counts.api + 1,
        ...{ target, taken: ctx.buckets.list() },
      };
      return forkChild(beginning, { onNotice, readNodeMetrics: readMetrics, onKeyForgotten });
    },
    onEnd: (one) => metrics.departed(one.lastMetrics()),
  });

  async function onKeyForgotten(hash: string, from: ChildProcess): Promise<void> {
    const others = [...places.running].filter((one) => one !== from);
    await Promise.all([ctx.snapshots.forgetKey(hash), ...others.map((one) => one.forgetKey(hash))]);
  }

  async function readMetrics(): Promise<string> {
    const own = countedHere(ctx);
    const theirs = [...places.running].map((one) => one.readMetrics());
    return metrics.text(await Promise.all([own, ...theirs]));
  }

  return {
    status: {
      isListening: () => [...places.running].some((one) => one.role === 'api' && one.isReady()),
      isLeaving: () => isLeaving,
      readMetrics,
    },
    listen: () => places.fill(counts),
    roll: places.roll,
    beginToLeave() {
      isLeaving = true;
      tellAll({ what: 'drain' });
    },
    catchUp: async () => undefined,
    close() {
      isLeaving = true;
      return places.clear();
    },
  };
}

/** Tells all processes, or those that are meant. */
type TellAll = (notice: ToChild, isMeant?: (one: ChildProcess) => boolean) => void;

/** Passes on what one process tells to the others, and to this one. */
function relay(
  ctx: Context,
  live: LiveView,
  tellAll: TellAll,
): (notice: ToPrimary, from: ChildProcess) => void {
  return (notice, from) => {
    const isOther = (one: ChildProcess) => one !== from;
    if (notice.what === 'seen') {
      const entry = live.note(notice.siteId, notice.record);
      if (entry) tellAll({ what: 'entry', siteId: notice.siteId, entry });
    } else if (notice.what === 'pages') {
      ctx.background.pageRequested(notice.count);
      // Work that yields to pages is done by workers.
      tellAll(notice, ({ role }) => role === 'worker');
    } else if (notice.what === 'taken') {
      ctx.buckets.apply(notice.taken);
      tellAll(notice, isOther);
    } else if (notice.what === 'watch') {
      live.watch(notice.siteId);
      tellAll(notice, isOther);
    }
  };
}
