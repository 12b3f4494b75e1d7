// Routes of affinity: a person's laid open and edited, and what other settings would change.
import { api, consoleApi } from '@attune/contract';
import type { Identifier } from '@attune/core';
import type { Context, SiteSnapshot, Who } from '../../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../../http/console/route.ts';
import { type ManageRoute, manageRoute } from '../../../http/manage-route.ts';
import { type Reply, type Route, route } from '../../../http/route.ts';
import { whoOf } from '../../configuration/versioned-objects/index.ts';
import { readPersonQuery, type UserCache } from '../../people/user-cache/index.ts';
import type { Samples } from '../targeting/index.ts';
import { detailAffinity } from './detail.ts';
import { changeEdits, type EditsWanted } from './edits.ts';
import { findPerson } from './person.ts';
import { findSources } from './sources.ts';
import { tryAffinity } from './what-if/what-if.ts';

type Named = Parameters<typeof readPersonQuery>[1];
type NamedValue = Named & { readonly property: string; readonly value: string };

/** What keys and teammates ask alike. */
function answers(ctx: Context, users: UserCache) {
  const detail = async (snapshot: SiteSnapshot, name: Identifier): Promise<Reply> => {
    const person = await findPerson(users, snapshot, name);
    return { status: 200, body: detailAffinity(ctx, snapshot, person) };
  };
  return {
    detail: (snapshot: SiteSnapshot, query: Named) =>
      detail(snapshot, readPersonQuery(snapshot, query)),
    async sources(snapshot: SiteSnapshot, query: NamedValue): Promise<Reply> {
      const name = readPersonQuery(snapshot, query);
      const { userId } = await findPerson(users, snapshot, name);
      return { status: 200, body: await findSources(ctx, snapshot, userId, query) };
    },
    async edit(snapshot: SiteSnapshot, who: Who, query: Named, body: EditsWanted): Promise<Reply> {
      const name = readPersonQuery(snapshot, query);
      const { userId } = await findPerson(users, snapshot, name);
      await changeEdits(ctx, who, snapshot, { userId, name }, body);
      await users.catchUp();
      return detail(snapshot, name);
    },
  };
}

/** Routes of affinity. */
export function affinityRoutes(
  ctx: Context,
  users: UserCache,
  samples: Samples,
): (Route | ManageRoute)[] {
  const { detail, sources, edit } = answers(ctx, users);
  return [
    route(api.readAffinityDetail, ({ caller, query }) => detail(caller.snapshot, query)),
    route(api.readAffinitySources, ({ caller, query }) => sources(caller.snapshot, query)),
    route(api.editAffinity, (call) =>
      edit(call.caller.snapshot, whoOf(call), call.query, call.body),
    ),
    manageRoute(api.tryAffinity, async ({ snapshot, body }) => ({
      status: 200,
      body: await tryAffinity(ctx, users, samples, snapshot, body),
    })),
  ];
}

/** The console's routes of a person's affinity. */
export function affinityConsoleRoutes(ctx: Context, users: UserCache): ConsoleRoute[] {
  const { detail, sources, edit } = answers(ctx, users);
  return [
    consoleRoute(consoleApi.readUserAffinity, ({ snapshot, query }) => detail(snapshot, query)),
    consoleRoute(consoleApi.readUserAffinitySources, ({ snapshot, query }) =>
      sources(snapshot, query),
    ),
    consoleRoute(consoleApi.editUserAffinity, ({ snapshot, teammate, query, body }) =>
      edit(snapshot, { siteId: snapshot.site.id, actor: teammate.email }, query, body),
    ),
  ];
}
