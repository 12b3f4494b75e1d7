// Routes of approvals.
import { api, consoleApi } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../../http/console/route.ts';
import { type ManageRoute, manageRoute } from '../../../http/manage-route.ts';
import {
  askApproval,
  decideApproval,
  listApprovals,
  type Reader,
  readApproval,
  withdrawApproval,
} from './approvals.ts';

/** For keys and teammates. */
export function approvalRoutes(ctx: Context): ManageRoute[] {
  const stands = async (reader: Reader, id: number) => ({
    status: 200,
    body: await readApproval(ctx, reader, id),
  });
  return [
    manageRoute(api.readApproval, ({ who, membership, params }) =>
      stands({ ...who, membership }, Number(params.id)),
    ),
    manageRoute(api.askApproval, async ({ who, membership, params, body }) => {
      await askApproval(ctx, who, Number(params.id), body);
      return stands({ ...who, membership }, Number(params.id));
    }),
    manageRoute(api.withdrawApproval, async ({ who, membership, params }) => {
      await withdrawApproval(ctx, who, Number(params.id));
      return stands({ ...who, membership }, Number(params.id));
    }),
    manageRoute(api.listApprovals, async ({ who, membership }) => ({
      status: 200,
      body: { items: await listApprovals(ctx, { ...who, membership }) },
    })),
  ];
}

/** For teammates alone. */
export function approvalConsoleRoutes(ctx: Context): ConsoleRoute[] {
  return [
    consoleRoute(consoleApi.decideApproval, async (call) => {
      const { snapshot, teammate, membership, params, body } = call;
      const reader = { siteId: snapshot.site.id, actor: teammate.email, membership };
      await decideApproval(ctx, reader, Number(params.id), body);
      return { status: 200, body: await readApproval(ctx, reader, Number(params.id)) };
    }),
  ];
}
