// Routes of notification channels.
import { api, consoleApi } from '@attune/contract';
import { ApiError } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../../http/console/route.ts';
import { type ManageRoute, manageRoute } from '../../../http/manage-route.ts';
import {
  createChannel,
  listChannels,
  readChannel,
  removeChannel,
  replaceChannel,
  rotateSecret,
} from './channels.ts';
import { sendMail } from './mail/outbox.ts';
import { listDeliveries, listMails, resendDelivery, testChannel } from './outbox/deliveries.ts';

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

const testGoodMs = 3_600_000;

/** Routes of mails, for the console. */
export function mailConsoleRoutes(ctx: Context): ConsoleRoute[] {
  return [
    consoleRoute(consoleApi.readMail, async ({ snapshot }) => {
      const { mail } = ctx.config;
      const server = mail ? { host: mail.host, from: mail.from.address } : null;
      return { status: 200, body: { server, mails: await listMails(ctx, snapshot.site.id) } };
    }),
    consoleRoute(consoleApi.testMail, async ({ snapshot, teammate }) => {
      if (!ctx.config.mail) {
        throw new ApiError('conflict', 'There is no mail server. Set SMTP_URL and restart.');
      }
      const letter = {
        subject: 'Test of mails from Attune',
        paragraphs: ['Mails from Attune reach you.'],
        reason: `You get this mail because you asked for it on the site ${snapshot.site.name}.`,
      };
      const to = { siteId: snapshot.site.id, to: teammate.email, kind: 'test' };
      const goodUntil = new Date(ctx.now() + testGoodMs);
      await sendMail(ctx, ctx.db, { ...to, letter, goodUntil });
      return { status: 202, body: { recipient: teammate.email } };
    }),
  ];
}
