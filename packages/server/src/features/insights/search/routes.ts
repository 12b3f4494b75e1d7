// The search on the console.
import { consoleApi } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../../http/console/route.ts';
import type { UserCache } from '../../people/user-cache/index.ts';
import { findNamed, mayFind } from './find-named.ts';
import { findUsers } from './find-users.ts';
import { openNames } from './names.ts';

/** Routes of the search. */
export function searchRoutes(ctx: Context, users: UserCache): ConsoleRoute[] {
  const namesOf = openNames(ctx);
  return [
    consoleRoute(consoleApi.searchSite, async ({ snapshot, membership, query }) => {
      const [names, found] = await Promise.all([
        namesOf(snapshot),
        mayFind('user', membership) ? findUsers(users, snapshot, query.q) : [],
      ]);
      const readable = names.filter(({ kind }) => mayFind(kind, membership));
      return { status: 200, body: { found: [...findNamed(readable, query.q), ...found] } };
    }),
  ];
}
