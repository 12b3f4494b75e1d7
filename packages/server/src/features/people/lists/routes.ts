// Routes of the members of lists.
import { api } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type ManageRoute, manageRoute } from '../../../http/manage-route.ts';
import { changeList, rowsOf } from './members.ts';
import { readLines } from './upload.ts';

/** Routes of lists. */
export function listRoutes(ctx: Context): ManageRoute[] {
  return [
    manageRoute(api.replaceAudienceMembers, async (call) => {
      const { who, snapshot, params, body, lines, headers } = call;
      const isCsv = /^text\/csv/i.test(headers['content-type'] ?? '');
      const rows = lines
        ? { isAdded: true, rows: readLines(lines, isCsv), pointerOf: (line: number) => `/${line}` }
        : rowsOf('members', body.members, true);
      const target = { who, snapshot, audienceId: Number(params.id) };
      return { status: 200, body: await changeList(ctx, target, [rows], true) };
    }),
    manageRoute(api.changeAudienceMembers, async ({ who, snapshot, params, body }) => {
      const { add = [], remove = [] } = body;
      const target = { who, snapshot, audienceId: Number(params.id) };
      const parts = [rowsOf('remove', remove, false), rowsOf('add', add, true)];
      return { status: 200, body: await changeList(ctx, target, parts, false) };
    }),
  ];
}
