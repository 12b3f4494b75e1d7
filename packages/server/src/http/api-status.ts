// What is known of the API as a whole: whether it answers, and what it has counted.
import type { Server } from 'node:http';
import { promisify } from 'node:util';
import type { Context } from '../context.ts';
import { isLeaving } from './drain.ts';

export interface ApiStatus {
  readonly isListening: () => boolean;
  /** Is the node about to stop? */
  readonly isLeaving: () => boolean;
  /** The metrics of the node, in Prometheus' form. */
  readonly readMetrics: () => Promise<string>;
}

/** Reports on an API that is this server alone. */
export function statusOf(ctx: Context, server: Server): ApiStatus {
  return {
    isListening: () => server.listening,
    isLeaving: () => isLeaving(server),
    async readMetrics() {
      await measure(ctx, server);
      return ctx.metrics.registry.metrics();
    },
  };
}

/** What this process has counted, as the library gives it. */
export async function countedHere(ctx: Context, server?: Server) {
  await measure(ctx, server);
  return ctx.metrics.registry.getMetricsAsJSON();
}

/** Sets the metrics that are only known when they are asked for. */
async function measure({ metrics, snapshots }: Context, server?: Server): Promise<void> {
  metrics.snapshotAge.set(snapshots.ageMs() / 1000);
  if (server) metrics.connections.set(await promisify(server.getConnections).call(server));
}
