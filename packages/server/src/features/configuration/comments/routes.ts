// Routes of comments on campaigns.
import { api } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type ManageRoute, manageRoute } from '../../../http/manage-route.ts';
import { addComment, editComment, listComments, removeComment } from './comments.ts';

/** Routes of comments. */
export function commentRoutes(ctx: Context): ManageRoute[] {
  return [
    manageRoute(api.listComments, async ({ who, params }) => ({
      status: 200,
      body: { items: await listComments(ctx, who, Number(params.id)) },
    })),
    manageRoute(api.createComment, async ({ who, params, body }) => ({
      status: 201,
      body: await addComment(ctx, who, Number(params.id), body.text),
    })),
    manageRoute(api.replaceComment, async ({ who, params, body }) => {
      const edited = { id: params.comment, text: body.text };
      return { status: 200, body: await editComment(ctx, who, Number(params.id), edited) };
    }),
    manageRoute(api.deleteComment, async ({ who, params }) => {
      await removeComment(ctx, who, Number(params.id), params.comment);
      return { status: 204 };
    }),
  ];
}
