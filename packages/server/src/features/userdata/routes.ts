// Erasing and exporting a person.
import { api } from '@attune/contract';
import type { Context } from '../../context.ts';
import { type Route, route } from '../../http/route.ts';
import { readPersonQuery } from '../users/index.ts';
import { requestErasure } from './erase.ts';
import { exportPerson } from './export.ts';

/** Routes of user data. */
export function userdataRoutes(ctx: Context): Route[] {
  return [
    route(api.eraseProfile, async ({ caller: { snapshot }, query }) => {
      const person = readPersonQuery(snapshot, query);
      const erasureId = await requestErasure(ctx, snapshot.site.id, person);
      return { status: 202, body: { erasureId } };
    }),
    route(api.exportProfile, async ({ caller: { snapshot }, query }) => ({
      status: 200,
      body: await exportPerson(ctx, snapshot, readPersonQuery(snapshot, query)),
    })),
  ];
}
