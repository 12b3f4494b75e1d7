// The primary process of a node with several API processes: it starts them, replaces the ones that
// end, and passes on what they share. It answers no request itself.
import type { Context } from '../context.ts';
import type { DatabaseTarget } from '../db/connection.ts';
import { type ApiStatus, measure } from '../http/api-status.ts';
import type { LiveView } from '../log/live.ts';
import { type ApiProcess, forkApi } from './api-process.ts';
import type { ToApi, ToPrimary } from './messages.ts';
import { nodeMetrics } from './metrics.ts';
import { openPlaces } from './places.ts';

export interface ApiProcesses {
  readonly status: ApiStatus;
  /** Resolves with their address when all listen. Rejects where one cannot. */
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
  readonly count: number;
  readonly target: DatabaseTarget;
}

/** Prepares `count` API processes. */
export function openProcesses({ ctx, live, count, target }: Parts): ApiProcesses {
  const metrics = nodeMetrics();
  let isLeaving = false;
  const tellAll = (notice: ToApi, except?: ApiProcess) => {
    for (const one of places.running) if (one !== except) void one.tell(notice);
  };
  const onNotice = relay(ctx, live, tellAll);
  const places = openPlaces({
    log: ctx.log,
    fork: (place) => {
      const shared = { target, taken: ctx.buckets.list() };
      const beginning = { what: 'begin', place, apiProcesses: count, ...shared } as const;
      return forkApi(beginning, { onNotice, readNodeMetrics: readMetrics, onKeyForgotten });
    },
    onEnd: (one) => metrics.departed(one.lastMetrics()),
  });

  async function onKeyForgotten(hash: string, from: ApiProcess): Promise<void> {
    const others = [...places.running].filter((one) => one !== from);
    await Promise.all([ctx.snapshots.forgetKey(hash), ...others.map((one) => one.forgetKey(hash))]);
  }

  async function readMetrics(): Promise<string> {
    await measure(ctx);
    const own = ctx.metrics.registry.getMetricsAsJSON();
    const theirs = [...places.running].map((one) => one.readMetrics());
    return metrics.text(await Promise.all([own, ...theirs]));
  }

  return {
    status: {
      isListening: () => [...places.running].some((one) => one.isReady()),
      isLeaving: () => isLeaving,
      readMetrics,
    },
    listen: () => places.fill(count),
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

/** Passes on what one process tells to the others, and to this one. */
function relay(
  ctx: Context,
  live: LiveView,
  tellAll: (notice: ToApi, except?: ApiProcess) => void,
): (notice: ToPrimary, from: ApiProcess) => void {
  return (notice, from) => {
    if (notice.what === 'seen') {
      const entry = live.note(notice.siteId, notice.record);
      if (entry) tellAll({ what: 'entry', siteId: notice.siteId, entry });
    } else if (notice.what === 'pages') {
      ctx.background.pageRequested(notice.count);
    } else if (notice.what === 'taken') {
      ctx.buckets.apply(notice.taken);
      tellAll(notice, from);
    } else if (notice.what === 'watch') {
      live.watch(notice.siteId);
      tellAll(notice, from);
    }
  };
}
