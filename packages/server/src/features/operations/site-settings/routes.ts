// The settings of a site on the console.
import { consoleApi } from '@attune/contract';
import type { Context, SiteSnapshot, Teammate } from '../../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../../http/console/route.ts';
import { readRetention } from '../retention/index.ts';
import { changeSomeSettings, readSettings } from './site-settings.ts';

interface Asked {
  readonly snapshot: SiteSnapshot;
  readonly teammate: Teammate;
}

const whoOf = ({ snapshot, teammate }: Asked) => ({
  siteId: snapshot.site.id,
  actor: teammate.email,
});

const daysOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));

/** Routes of settings. */
export function siteSettingsRoutes(ctx: Context): ConsoleRoute[] {
  const answer = async ({ snapshot }: Asked) => ({
    status: 200,
    body: await readSettings(ctx, snapshot.site.id),
  });
  return [
    consoleRoute(consoleApi.readSettings, answer),
    consoleRoute(consoleApi.changeSettings, async (call) => {
      await changeSomeSettings(ctx, whoOf(call), call.body);
      return answer(call);
    }),
    consoleRoute(consoleApi.readRetention, async ({ snapshot, query }) => ({
      status: 200,
      body: await readRetention(ctx, snapshot.site.id, {
        retentionDays: daysOf(query.retentionDays),
        auditRetentionDays: daysOf(query.auditRetentionDays),
      }),
    })),
  ];
}
