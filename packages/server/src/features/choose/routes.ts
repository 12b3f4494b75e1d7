// The decision endpoint.
import { api } from '@attune/contract';
import type { Context } from '../../context.ts';
import { type Route, route } from '../../http/route.ts';
import type { Inbox } from '../events/index.ts';
import { choose } from './choose.ts';

/** Routes of choose. */
export function chooseRoutes(ctx: Context, inbox: Inbox): Route[] {
  return [
    route(api.choose, async ({ caller, client, body }) => ({
      status: 200,
      body: await choose(ctx, inbox, caller, client, body),
    })),
  ];
}
