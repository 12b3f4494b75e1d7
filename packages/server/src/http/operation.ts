// What an operator and a developer find beside the API: health, metrics, the API's description.
import { promisify } from 'node:util';
import { openApiDocument } from '@attune/contract';
import type { Context } from '../context.ts';
import { ApiError } from '../refusal.ts';
import { countUnasked } from './anteroom.ts';
import type { App } from './app.ts';
import { isLeaving } from './drain.ts';
import { refuseOtherMethods } from './methods.ts';
import { plainConnections } from './plain/connection.ts';

/** Mounts `/healthz`, `/readyz`, `/metrics` and `/openapi.json`; none asks for a key. */
export function mountOperation(app: App, ctx: Context): void {
  // Bytes: all who read it at once, however slowly, share them.
  const description = Buffer.from(JSON.stringify(openApiDocument()));
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    const { snapshots, config } = ctx;
    if (snapshots.ageMs() > config.keyLeaseMs) {
      throw new ApiError('not_ready', 'The database has been out of reach for too long.', {
        headers: { 'retry-after': '5' },
      });
    }
    if (isLeaving(app.server)) {
      throw new ApiError('not_ready', 'This node is about to stop.', {
        headers: { 'retry-after': '5' },
      });
    }
    return { status: 'ready', database: snapshots.isConfirmed() ? 'reached' : 'away' };
  });
  app.get('/metrics', async (_request, reply) => {
    ctx.metrics.snapshotAge.set(ctx.snapshots.ageMs() / 1000);
    const connections = await promisify(app.server.getConnections).call(app.server);
    const plain = plainConnections(app.server);
    ctx.metrics.connections.set({ read: 'not yet' }, countUnasked(app.server));
    ctx.metrics.connections.set({ read: 'plain' }, plain);
    ctx.metrics.connections.set({ read: 'node' }, connections - plain);
    reply.header('content-type', ctx.metrics.registry.contentType);
    return ctx.metrics.registry.metrics();
  });
  app.get('/openapi.json', async (_request, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8');
    return description;
  });
  for (const url of ['/healthz', '/readyz', '/metrics', '/openapi.json']) {
    refuseOtherMethods(app, url, ['GET', 'HEAD']);
  }
}
