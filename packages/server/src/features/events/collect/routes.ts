// The collect endpoints: 204 once the events are durable.
import { api, type Endpoint, type UserInput } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type Call, type Reply, type Route, route } from '../../../http/route.ts';
import { readEngagements, readEvents, readPageview } from './collect.ts';
import { acceptEntries, type Entry } from './entry.ts';
import type { Inbox } from './inbox/inbox.ts';
import { showEvents } from './live-tap.ts';

type Collected = Pick<Call<Endpoint>, 'caller' | 'traceId'> & {
  readonly body: { readonly user?: UserInput };
};

const taken: Reply = { status: 204 };

/** In a function of its own, whose closure keeps nothing of what was read until the commit. */
const thenTaken = (accepted: Promise<void>) => accepted.then(() => taken);

/** Routes of events. */
export function eventRoutes(ctx: Context, inbox: Inbox): Route[] {
  const accept = (
    call: Collected,
    entries: readonly Entry[],
    names: () => string[],
  ): Promise<Reply> => {
    const { site } = call.caller.snapshot;
    const accepted = acceptEntries(ctx, inbox, site.salt, entries);
    return ctx.live.isWatched(site.id)
      ? accepted.then(() => {
          showEvents(ctx, call, entries, names());
          return taken;
        })
      : thenTaken(accepted);
  };
  return [
    route(api.collectPageview, (call) =>
      accept(call, readPageview(ctx, call.caller, call.body), () => ['pageview']),
    ),
    route(api.collectEvents, (call) =>
      accept(call, readEvents(ctx, call.caller, call.body), () =>
        call.body.events.map((event) => (event as { name: string }).name),
      ),
    ),
    route(api.collectEngagement, (call) =>
      accept(call, readEngagements(ctx, call.caller, call.body), () =>
        call.body.engagements.map(({ type }) => type),
      ),
    ),
  ];
}
