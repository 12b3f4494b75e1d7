// The decision endpoint.
import { api } from '@attune/contract';
import type { Context } from '../../context.ts';
import { type Route, route } from '../../http/route.ts';
import type { Known } from '../../known.ts';
import type { RecordingInbox } from '../events/index.ts';
import { choose } from './choose.ts';

/** Routes of choose. */
export function chooseRoutes(ctx: Context, known: Known, inbox: RecordingInbox): Route[] {
  return [
    route(api.choose, async ({ caller, client, body, traceId }) => ({
      status: 200,
      text: await choose(ctx, known, inbox, caller, client, body, traceId),
    })),
  ];
}
