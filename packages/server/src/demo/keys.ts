// The demo site's two keys: made once, and read back at each start.
import { type Permission, permissionIds, type Source } from '@attune/contract';
import type { Context, SiteSnapshot } from '../context.ts';
import { createKey, revealKey, selectKeys } from '../features/access/api-keys/index.ts';
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

/** Makes the keys that are missing, or whose value cannot be read any more. */
export async function ensureKeys(ctx: Context, snapshot: SiteSnapshot): Promise<void> {
  for (const key of [serverKey, clientKey]) {
    const value = await readKey(ctx, snapshot.site.id, key);
    if (value === undefined) await createKey(ctx, snapshot, key, demoActor);
  }
}

/** The keys' values; undefined where a key was deleted, or the master key is another one. */
export async function readKeys(ctx: Context, siteId: number): Promise<KeyValues | undefined> {
  const server = await readKey(ctx, siteId, serverKey);
  const client = await readKey(ctx, siteId, clientKey);
  return server !== undefined && client !== undefined ? { server, client } : undefined;
}

/** Of several keys of the name the oldest whose value can be read. */
async function readKey(
  ctx: Context,
  siteId: number,
  { name }: DemoKey,
): Promise<string | undefined> {
  for (const key of await selectKeys(ctx.db, siteId)) {
    const value = key.name === name ? await revealKey(ctx, siteId, key.id) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}
