// The demo site's two keys: made once, and read back for whoever starts the server.
import { type Permission, permissionIds, type Source } from '@attune/contract';
import type { Context, SiteSnapshot } from '../context.ts';
import { createKey, revealKey, selectKeys } from '../features/api-keys/index.ts';
import { demoActor } from './store.ts';

interface DemoKey {
  readonly name: string;
  readonly source: Source;
  readonly permissions: readonly Permission[];
}

export interface KeyValues {
  readonly server: string;
  readonly client: string;
}

const serverKey: DemoKey = {
  name: 'Demo server key',
  source: 'Server-side',
  permissions: permissionIds,
};

const clientKey: DemoKey = {
  name: 'Demo client key',
  source: 'Client-side',
  permissions: ['serve', 'collect'],
};

/** The keys' values, making the keys that there are not. */
export async function ensureKeys(ctx: Context, snapshot: SiteSnapshot): Promise<KeyValues> {
  const ensure = async (key: DemoKey) =>
    (await findKey(ctx, snapshot, key)) ?? (await createKey(ctx, snapshot, key, demoActor)).value;
  return { server: await ensure(serverKey), client: await ensure(clientKey) };
}

/** The keys' values; undefined where a key was deleted, or the master key is another one. */
export async function readKeys(
  ctx: Context,
  snapshot: SiteSnapshot,
): Promise<KeyValues | undefined> {
  const server = await findKey(ctx, snapshot, serverKey);
  const client = await findKey(ctx, snapshot, clientKey);
  return server !== undefined && client !== undefined ? { server, client } : undefined;
}

async function findKey(
  ctx: Context,
  { site }: SiteSnapshot,
  wanted: DemoKey,
): Promise<string | undefined> {
  const keys = await selectKeys(ctx.db, site.id);
  const found = keys.find(({ name, source }) => name === wanted.name && source === wanted.source);
  return found && revealKey(ctx, site.id, found.id);
}
