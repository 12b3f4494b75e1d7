// The collect endpoints: 204 once the events are durable.
import { api } from '@attune/contract';
import type { Caller, Context } from '../../context.ts';
import { type Reply, type Route, route } from '../../http/route.ts';
import { readEngagements, readEvents, readPageview } from './collect.ts';
import { acceptEntries, type Entry } from './entry.ts';
import type { Inbox } from './inbox/inbox.ts';

/** Routes of events. */
export function eventRoutes(ctx: Context, inbox: Inbox): Route[] {
  const accept = async ({ snapshot }: Caller, entries: readonly Entry[]): Promise<Reply> => {
    await acceptEntries(ctx, inbox, snapshot.site.salt, entries);
    return { status: 204 };
  };
  return [
    route(api.collectPageview, ({ caller, body }) =>
      accept(caller, readPageview(ctx, caller, body)),
    ),
    route(api.collectEvents, ({ caller, body }) => accept(caller, readEvents(ctx, caller, body))),
    route(api.collectEngagement, ({ caller, body }) =>
      accept(caller, readEngagements(ctx, caller, body)),
    ),
  ];
}
