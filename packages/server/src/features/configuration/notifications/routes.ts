// Routes of notification channels.
import { api } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type ManageRoute, manageRoute } from '../../../http/manage-route.ts';
import {
  createChannel,
  listChannels,
  listDeliveries,
  readChannel,
  removeChannel,
  replaceChannel,
  resendDelivery,
  rotateSecret,
  testChannel,
} from './channels.ts';

/** Routes of channels, and of what was sent to them. */
export function channelRoutes(ctx: Context): ManageRoute[] {
  return [
    manageRoute(api.listChannels, async ({ who: { siteId } }) => ({
      ...{ status: 200, body: { items: await listChannels(ctx, siteId) } },
    })),
    manageRoute(api.createChannel, async ({ who, body }) => ({
      ...{ status: 201, body: await createChannel(ctx, who, body) },
    })),
    manageRoute(api.readChannel, async ({ who: { siteId }, params }) => ({
      ...{ status: 200, body: await readChannel(ctx, siteId, Number(params.channel)) },
    })),
    manageRoute(api.replaceChannel, async ({ who, params, body }) => ({
      ...{ status: 200, body: await replaceChannel(ctx, who, Number(params.channel), body) },
    })),
    manageRoute(api.deleteChannel, async ({ who, params }) => {
      await removeChannel(ctx, who, Number(params.channel));
      return { status: 204 };
    }),
    manageRoute(api.rotateChannelSecret, async ({ who, params }) => ({
      ...{ status: 200, body: await rotateSecret(ctx, who, Number(params.channel)) },
    })),
    manageRoute(api.testChannel, async ({ who, params }) => ({
      ...{ status: 202, body: await testChannel(ctx, who, Number(params.channel)) },
    })),
    manageRoute(api.listDeliveries, async ({ who: { siteId }, params, query }) => ({
      status: 200,
      body: await listDeliveries(ctx, siteId, Number(params.channel), query),
    })),
    manageRoute(api.resendDelivery, async ({ who: { siteId }, params }) => {
      const which = { channelId: Number(params.channel), id: params.delivery };
      return { status: 202, body: await resendDelivery(ctx, siteId, which) };
    }),
  ];
}
