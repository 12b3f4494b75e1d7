// The settings of a site on the console.
import { consoleApi } from '@attune/contract';
import type { Context, SiteSnapshot, Teammate } from '../../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../../http/console/route.ts';
import {
  rotateSigningKey,
  type SigningKeyRow,
  selectSigningKeys,
} from '../../configuration/sites/index.ts';
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

const shownKeys = (rows: readonly SigningKeyRow[]) => ({
  keys: rows.map(({ id, activeAt }) => ({ id, activeAt: activeAt.toISOString() })),
});

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
    consoleRoute(consoleApi.readSigningKeys, async ({ snapshot }) => ({
      status: 200,
      body: shownKeys(await selectSigningKeys(ctx.db, snapshot.site.id)),
    })),
    consoleRoute(consoleApi.rotateSigningKey, async (call) => {
      const { siteId, actor } = whoOf(call);
      const wanted = { siteId, dropEarlier: call.body.dropEarlier ?? false };
      return { status: 201, body: shownKeys(await rotateSigningKey(ctx, wanted, actor)) };
    }),
  ];
}
