// The whole API: every feature's routes, checked against the contract.
import { consoleEndpoints, endpoints } from '@attune/contract';
import type { Caches } from './caches.ts';
import type { Context } from './context.ts';
import { apiKeyRoutes, keyConsoleRoutes } from './features/access/api-keys/index.ts';
import type { Teammates } from './features/access/teammates/index.ts';
import { feedRoutes } from './features/catalog/feeds/index.ts';
import { auditConsoleRoutes } from './features/configuration/audit/index.ts';
import { commentRoutes } from './features/configuration/comments/index.ts';
import { journalRoutes } from './features/configuration/journal/index.ts';
import { nodeConsoleRoutes } from './features/configuration/nodes/index.ts';
import { channelRoutes, mailConsoleRoutes } from './features/configuration/notifications/index.ts';
import { eventRoutes, type RecordingInbox, watchBacklog } from './features/events/collect/index.ts';
import { approvalConsoleRoutes, approvalRoutes } from './features/experiences/approvals/index.ts';
import { audienceRoutes } from './features/experiences/audiences/index.ts';
import { campaignConsoleRoutes, campaignRoutes } from './features/experiences/campaigns/index.ts';
import { endTestRoutes } from './features/experiences/end-test/index.ts';
import { holdoutRoutes } from './features/experiences/holdouts/index.ts';
import { layerRoutes } from './features/experiences/layers/index.ts';
import { metricRoutes } from './features/experiences/metrics/index.ts';
import { templateRoutes } from './features/experiences/templates/index.ts';
import { affinityConsoleRoutes, affinityRoutes } from './features/insights/affinity/index.ts';
import { explanationRoutes } from './features/insights/explanations/index.ts';
import { ingestionWarningRoutes } from './features/insights/ingestion-warnings/index.ts';
import { liveConsoleRoutes } from './features/insights/live/index.ts';
import { overviewRoutes } from './features/insights/overview/index.ts';
import { placementRoutes } from './features/insights/placements/index.ts';
import { recommendationReportRoutes } from './features/insights/recommendation-report/index.ts';
import { reportRoutes } from './features/insights/reports/index.ts';
import { searchRoutes } from './features/insights/search/index.ts';
import { strategyPreviewRoutes } from './features/insights/strategy-preview/index.ts';
import { sampleCache, targetingRoutes } from './features/insights/targeting/index.ts';
import {
  copyConsoleRoutes,
  experienceFileRoutes,
} from './features/operations/experience-files/index.ts';
import { nightlyStatus } from './features/operations/nightly-exports/index.ts';
import {
  personalDataConsoleRoutes,
  personalDataRoutes,
} from './features/operations/personal-data/index.ts';
import { siteSettingsRoutes } from './features/operations/site-settings/index.ts';
import { attributeImportRoutes } from './features/people/attribute-imports/index.ts';
import { identifierTypeRoutes } from './features/people/identifier-types/index.ts';
import { listRoutes } from './features/people/lists/index.ts';
import { userProfileRoutes } from './features/people/user-cache/index.ts';
import { feedUseRoutes } from './features/recommendations/feed-uses/index.ts';
import { modelRoutes, modelStatus } from './features/recommendations/models/index.ts';
import { strategyRoutes } from './features/recommendations/strategies/index.ts';
import { chooseRoutes, internalVisitors } from './features/serving/choose/index.ts';
import { ofrepRoutes } from './features/serving/ofrep/index.ts';
import type { App } from './http/app.ts';
import { consoleRoutesOf } from './http/manage-route.ts';
import { createHttpServer, type HttpOptions } from './http/server.ts';

/** Builds the HTTP server. Throws when the contract and the routes do not match one to one. */
export function createApp(
  ctx: Context,
  caches: Caches,
  inbox: RecordingInbox,
  { identity, routes: teammateRoutes }: Teammates,
  http: Partial<HttpOptions>,
): App {
  const { users, feedCache } = caches;
  const samples = sampleCache(ctx);
  const routes = [
    ...apiKeyRoutes(),
    ...chooseRoutes(ctx, caches, inbox),
    ...ofrepRoutes(ctx, caches, inbox),
    ...eventRoutes(ctx, users, inbox, internalVisitors(ctx, caches)),
    ...feedRoutes(ctx, caches.feedCache),
    ...feedUseRoutes(ctx),
    ...userProfileRoutes(ctx, users),
    ...personalDataRoutes(ctx),
    ...affinityRoutes(ctx, users, samples),
    ...attributeImportRoutes(ctx),
    ...campaignRoutes(ctx, feedCache),
    ...approvalRoutes(ctx),
    ...endTestRoutes(ctx, feedCache),
    ...commentRoutes(ctx),
    ...journalRoutes(ctx),
    ...experienceFileRoutes(ctx, feedCache),
    ...audienceRoutes(ctx),
    ...explanationRoutes(ctx, caches),
    ...listRoutes(ctx),
    ...targetingRoutes(ctx, samples, caches),
    ...identifierTypeRoutes(ctx),
    ...metricRoutes(ctx),
    ...modelRoutes(ctx),
    ...strategyRoutes(ctx, feedCache),
    ...strategyPreviewRoutes(ctx, caches),
    ...[reportRoutes(ctx), recommendationReportRoutes(ctx)].flat(),
    ...layerRoutes(ctx),
    ...holdoutRoutes(ctx),
    ...templateRoutes(ctx),
    ...ingestionWarningRoutes(ctx),
    ...channelRoutes(ctx),
  ];
  const consoleRoutes = [
    ...teammateRoutes,
    ...siteSettingsRoutes(ctx),
    ...auditConsoleRoutes(ctx),
    ...campaignConsoleRoutes(ctx, feedCache),
    ...approvalConsoleRoutes(ctx),
    ...copyConsoleRoutes(ctx, feedCache, identity.membershipOf),
    ...personalDataConsoleRoutes(ctx, users),
    ...affinityConsoleRoutes(ctx, users),
    ...liveConsoleRoutes(ctx),
    ...overviewRoutes(ctx, { nightlyStatus }),
    ...placementRoutes(ctx),
    ...searchRoutes(ctx, users),
    ...[keyConsoleRoutes(ctx), mailConsoleRoutes(ctx)].flat(),
    ...nodeConsoleRoutes(ctx, {
      worker: watchBacklog(ctx),
      memory: () => ({ feeds: caches.feedCache.use(), models: caches.models.use() }),
      models: (snapshot) => modelStatus(ctx, snapshot),
      nightlyExport: (snapshot) => nightlyStatus(ctx, snapshot),
    }),
    ...consoleRoutesOf(routes),
  ];
  checkComplete(endpoints, routes);
  checkComplete(consoleEndpoints, consoleRoutes);
  const console = { routes: consoleRoutes, identity };
  return createHttpServer(ctx, routes, { console, ...http });
}

interface Named {
  readonly id: string;
}

function checkComplete(
  endpoints: readonly Named[],
  routes: readonly { readonly endpoint: Named }[],
): void {
  const routed = routes.map(({ endpoint }) => endpoint.id);
  const stated = endpoints.map(({ id }) => id);
  const missing = stated.filter((id) => !routed.includes(id));
  const extra = routed.filter((id, at) => !stated.includes(id) || routed.indexOf(id) !== at);
  if (missing.length + extra.length === 0) return;
  const say = (what: string, ids: string[]) =>
    ids.length > 0 ? `${what}: ${ids.join(', ')}. ` : '';
  const errors =
    say('Endpoints without a route', missing) + say('Routes without an endpoint', extra);
  throw new Error(errors.trim());
}
