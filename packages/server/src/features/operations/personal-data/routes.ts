// Erasing and exporting a person, by keys and by teammates; and a teammate's view of one.
import { api, consoleApi } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../../http/console/route.ts';
import { type Route, route } from '../../../http/route.ts';
import { whoOf } from '../../configuration/versioned-objects/index.ts';
import { readPersonQuery, type UserCache } from '../../people/user-cache/index.ts';
import { erasePeople, exportPeople, linesOf, readErasures } from './bulk.ts';
import { requestErasure } from './erase.ts';
import { exportPerson } from './export.ts';
import { viewProfile } from './profile-view.ts';

/** Routes of user data. */
export function personalDataRoutes(ctx: Context): Route[] {
  return [
    route(api.eraseProfile, async (call) => {
      const { siteId, actor } = whoOf(call);
      const person = readPersonQuery(call.caller.snapshot, call.query);
      return { status: 202, body: { erasureId: await requestErasure(ctx, siteId, person, actor) } };
    }),
    route(api.exportProfile, async (call) => {
      const { snapshot } = call.caller;
      const person = readPersonQuery(snapshot, call.query);
      return { status: 200, body: await exportPerson(ctx, snapshot, person, whoOf(call).actor) };
    }),
    route(api.eraseProfiles, async (call) => ({
      status: 202,
      body: await erasePeople(ctx, call.caller.snapshot, call.body.people, whoOf(call).actor),
    })),
    route(api.readErasures, async (call) => ({
      status: 200,
      body: await readErasures(ctx, whoOf(call).siteId, call.params.batchId),
    })),
    route(api.exportProfiles, (call) => ({
      status: 200,
      lines: linesOf(exportPeople(ctx, call.caller.snapshot, call.body.people, whoOf(call).actor)),
    })),
  ];
}

/** The console's routes of users. */
export function personalDataConsoleRoutes(ctx: Context, users: UserCache): ConsoleRoute[] {
  return [
    consoleRoute(consoleApi.readUser, async ({ snapshot, query }) => ({
      status: 200,
      body: await viewProfile(ctx, users, snapshot, readPersonQuery(snapshot, query)),
    })),
    consoleRoute(consoleApi.exportUser, async ({ snapshot, query, teammate }) => ({
      status: 200,
      body: await exportPerson(ctx, snapshot, readPersonQuery(snapshot, query), teammate.email),
    })),
    consoleRoute(consoleApi.eraseUser, async ({ snapshot, query, teammate }) => {
      const person = readPersonQuery(snapshot, query);
      const erasureId = await requestErasure(ctx, snapshot.site.id, person, teammate.email);
      return { status: 202, body: { erasureId } };
    }),
    consoleRoute(consoleApi.eraseUsers, async ({ snapshot, body, teammate }) => ({
      status: 202,
      body: await erasePeople(ctx, snapshot, body.people, teammate.email),
    })),
    consoleRoute(consoleApi.readUserErasures, async ({ snapshot, params }) => ({
      status: 200,
      body: await readErasures(ctx, snapshot.site.id, params.batchId),
    })),
    consoleRoute(consoleApi.exportUsers, async ({ snapshot, body, teammate }) => ({
      status: 200,
      lines: linesOf(exportPeople(ctx, snapshot, body.people, teammate.email)),
    })),
  ];
}
