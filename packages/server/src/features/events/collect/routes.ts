// The collect endpoints: 204 once the events are durable.
import { api, type Endpoint, type PageviewInput } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type Call, type Reply, type Route, route } from '../../../http/route.ts';
import { type PassedOver, warningsHeader } from '../../../passed-over.ts';
import type { UserCache } from '../../people/user-cache/index.ts';
import { readBeacon } from './beacon.ts';
import { readEvents, readPageview, readPersonEvents } from './collect.ts';
import { readEngagements } from './engagements.ts';
import { acceptLines, asInternal, linesOf } from './entry.ts';
import type { Inbox } from './inbox/inbox.ts';
import { showEvents } from './live-tap.ts';
import type { Collected } from './reading.ts';

type CollectCall = Pick<
  Call<Endpoint>,
  'caller' | 'client' | 'traceId' | 'passedOver' | 'headers'
> & {
  readonly body: Pick<PageviewInput, 'user'> & Partial<Pick<PageviewInput, 'context'>>;
};

/** Is a request of the site's own people? */
export type IsInternal = (
  call: Pick<CollectCall, 'caller' | 'client' | 'body'>,
) => boolean | Promise<boolean>;

const taken: Reply = { status: 204 };

/** What does not count of a request is told in a header, and one by one where that is asked for. */
function takenWith(
  { passedOver: all, headers }: CollectCall,
  { accepted, passedOver }: Collected,
): Reply {
  all.push(...passedOver);
  const warnings = warningsHeader(all);
  const told = warnings === undefined ? {} : { headers: { 'svc-warnings': warnings } };
  if (/\breturn=representation\b/.test(headers['prefer'] ?? '')) {
    return { status: 200, body: { accepted, rejected: rejectedOf(all) }, ...told };
  }
  return warnings === undefined ? taken : { status: 204, ...told };
}

const rejectedOf = (passedOver: readonly PassedOver[]) =>
  passedOver
    .filter(({ code }) => code === 'rejected_event' || code === 'rejected_engagement')
    .map(({ pointer, code, detail }) => {
      const [, , index, ...rest] = pointer.split('/');
      const where = rest.length > 0 ? `/${rest.join('/')} ` : '';
      return { index: Number(index ?? 0), code, detail: where + detail };
    });

const senderOf = ({ caller, client }: Pick<CollectCall, 'caller' | 'client'>) => ({
  ...caller,
  client,
});

/** In a function of its own, whose closure keeps nothing of what was read until the commit. */
const thenTaken = (accepted: Promise<void>, reply: Reply) => accepted.then(() => reply);

/** What of a request is recorded: what the site's own people do is marked, and told. */
function marked({ entries, ...collected }: Collected, isInternal: boolean): Collected {
  if (!isInternal || entries.length === 0) return { ...collected, entries };
  const passedOver = [...collected.passedOver, internalTraffic];
  return { ...collected, passedOver, entries: entries.map(asInternal) };
}

const internalTraffic: PassedOver = {
  code: 'internal_traffic',
  pointer: '',
  detail: 'is of the site’s own people: it is in no report, and nothing is learned from it',
};

/** Routes of events. */
export function eventRoutes(
  ctx: Context,
  users: UserCache,
  inbox: Inbox,
  isInternal: IsInternal,
): Route[] {
  const accept = (
    call: CollectCall,
    collected: Collected,
    names: () => string[],
  ): Promise<Reply> => {
    const internal = collected.entries.length > 0 && isInternal(call);
    return internal instanceof Promise
      ? internal.then((is) => acceptMarked(call, marked(collected, is), names))
      : acceptMarked(call, marked(collected, internal), names);
  };
  const acceptMarked = (
    call: CollectCall,
    collected: Collected,
    names: () => string[],
  ): Promise<Reply> => {
    const reply = takenWith(call, collected);
    const { entries, withdrawn } = collected;
    const { site } = call.caller.snapshot;
    for (const { device, identifiers } of entries) {
      if (identifiers.length > 0) users.note(site, { device, identifiers }, false);
    }
    const lines = linesOf(entries, site.salt, ctx.now());
    const accepted = acceptLines(ctx, inbox, [...lines, ...withdrawn]);
    return ctx.live.isWatched(site.id)
      ? accepted.then(() => {
          showEvents(ctx, call, entries, names());
          return reply;
        })
      : thenTaken(accepted, reply);
  };
  return [
    route(api.collectPageview, (call) =>
      accept(call, readPageview(ctx, senderOf(call), call.body), () => ['pageview']),
    ),
    route(api.collectEvents, (call) =>
      accept(call, readEvents(ctx, senderOf(call), call.body), () => namesOf(call.body.events)),
    ),
    route(api.collectPersonEvents, (call) =>
      accept({ ...call, body: {} }, readPersonEvents(ctx, senderOf(call), call.body), () =>
        namesOf(call.body.events),
      ),
    ),
    route(api.collectEngagement, (call) =>
      accept(call, readEngagements(ctx, senderOf(call), call.body), () =>
        call.body.engagements.map(({ type }) => type),
      ),
    ),
    route(api.collectBeacon, (call) => {
      const { events = [], engagements = [] } = call.body;
      return accept(call, readBeacon(ctx, senderOf(call), call.body), () => [
        ...namesOf(events),
        ...engagements.map(({ type }) => type),
      ]);
    }),
  ];
}

const namesOf = (events: readonly unknown[]) =>
  events.map((event) => String((event as { name?: unknown } | null)?.name ?? ''));
