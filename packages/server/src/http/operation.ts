// What an operator and a developer find beside the API: health, metrics, the API's description.
import { openApiDocument } from '@attune/contract';
import { ApiError } from '../api-error.ts';
import type { Context } from '../context.ts';
import { entityTag, namesTag } from '../entity-tag.ts';
import type { ApiStatus } from './api-status.ts';
import type { App } from './app.ts';
import { refuseOtherMethods } from './methods.ts';

const notReady = (detail: string) =>
  new ApiError('not_ready', detail, { headers: { 'retry-after': '5' } });

/**
 * Mounts `/healthz`, `/readyz` and `/metrics`, which report on the API. None needs a key, and none
 * is refused in an overload.
 */
export function mountHealth(app: App, ctx: Context, api: ApiStatus): void {
  const { snapshots, config, metrics, health } = ctx;
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    if (snapshots.ageMs() > config.keyLeaseMs) {
      throw notReady('The database has been out of reach for too long.');
    }
    if (api.isLeaving()) throw notReady('This node is about to stop.');
    if (!api.isListening()) throw notReady('This node is about to start.');
    const database = snapshots.isConfirmed() ? 'reached' : 'away';
    const reasons = [
      ...(database === 'away' ? ['The database is out of reach.'] : []),
      ...health.reasons,
    ];
    // A balancer goes on sending: pages are answered.
    return reasons.length === 0
      ? { status: 'ready', database }
      : { status: 'degraded', database, reasons };
  });
  app.get('/metrics', async (_request, reply) => {
    const text = await api.readMetrics();
    reply.header('content-type', metrics.registry.contentType);
    return text;
  });
  for (const url of ['/healthz', '/readyz', '/metrics']) {
    refuseOtherMethods(app, url, ['GET', 'HEAD']);
  }
}

/** Mounts `/openapi.json`. */
export function mountDescription(app: App): void {
  // Bytes: all readers share them, however slow they are.
  const description = Buffer.from(JSON.stringify(openApiDocument()));
  const config = { priority: 'management' } as const;
  // Weak: a compressed answer is the same document.
  const etag = entityTag(description);
  app.get('/openapi.json', { config }, async ({ headers }, reply) => {
    reply.headers({ etag, 'cache-control': 'no-cache' });
    if (namesTag(headers['if-none-match'], etag)) return reply.code(304).send();
    reply.header('content-type', 'application/json; charset=utf-8');
    return description;
  });
  refuseOtherMethods(app, '/openapi.json', ['GET', 'HEAD']);
}
