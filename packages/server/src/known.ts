// What an API node keeps in memory beside the snapshots: users, and feeds to recommend from.
import type { Context } from './context.ts';
import type { DatabaseTarget } from './db/connection.ts';
import { type Catalogues, openCatalogues } from './features/catalogues/index.ts';
import { knowUsers, type Users } from './features/users/index.ts';

export interface Known {
  readonly users: Users;
  readonly catalogues: Catalogues;
  /** Resolves when this node goes by all changes of both that are committed now. */
  readonly catchUp: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts knowing users and feeds. */
export async function openKnown(ctx: Context, target: DatabaseTarget): Promise<Known> {
  const users = await knowUsers(ctx, target);
  const catalogues = await openCatalogues(ctx, target);
  return {
    users,
    catalogues,
    catchUp: async () => {
      await users.catchUp();
      await catalogues.catchUp();
    },
    stop: async () => {
      await catalogues.stop();
      await users.stop();
    },
  };
}
