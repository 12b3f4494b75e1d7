// What a key may ask of itself, and what teammates ask of keys.
import { api, consoleApi, isOffered } from '@attune/contract';
import { ApiError } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import { type ConsoleRoute, consoleRoute } from '../../../http/console/route.ts';
import { type Route, route } from '../../../http/route.ts';
import { createKey, deleteKey } from './api-keys.ts';
import { changeKey, copyKey, rotateKey } from './changes.ts';
import { showDeletion, showKey, showKeyAndUse, showKeys } from './console/present-keys.ts';

/** Routes of API keys. */
export function apiKeyRoutes(): Route[] {
  return [
    route(api.readOwnKey, async ({ caller: { key, snapshot } }) => ({
      status: 200,
      body: {
        id: key.id,
        name: key.name,
        source: key.source,
        permissions: key.permissions.filter((name) => isOffered(name, snapshot.site)),
        site: snapshot.site.name,
        expiresAt: key.expiresAt === undefined ? null : new Date(key.expiresAt).toISOString(),
      },
    })),
  ];
}

const largestId = 2 ** 31 - 1;

/** An id that cannot exist is one that does not. */
function keyIdOf({ id }: { readonly id: string }): number {
  if (Number(id) > largestId)
    throw new ApiError('not_found', `There is no key ${id} on this site.`);
  return Number(id);
}

/** Routes of API keys, for the console. */
export function keyConsoleRoutes(ctx: Context): ConsoleRoute[] {
  const { listKeys, readKey, readDeletion } = consoleApi;
  return [
    consoleRoute(listKeys, async ({ query, ...view }) => ({
      status: 200,
      body: await showKeys(ctx, view, query),
    })),
    consoleRoute(readKey, async ({ params, ...view }) => ({
      status: 200,
      body: await showKeyAndUse(ctx, view, keyIdOf(params)),
    })),
    consoleRoute(readDeletion, async ({ params, snapshot }) => ({
      status: 200,
      body: await showDeletion(ctx, snapshot.site.id, keyIdOf(params)),
    })),
    ...changingRoutes(ctx),
  ];
}

function changingRoutes(ctx: Context): ConsoleRoute[] {
  return [
    consoleRoute(consoleApi.createKey, async ({ body, teammate, ...view }) => {
      const { id, value } = await createKey(ctx, view.snapshot, body, teammate.email);
      return { status: 201, body: { key: await showKey(ctx, view, id), value } };
    }),
    consoleRoute(consoleApi.changeKey, async ({ params, body, teammate, ...view }) => {
      const id = keyIdOf(params);
      await changeKey(ctx, view.snapshot, id, body, teammate.email);
      return { status: 200, body: { key: await showKey(ctx, view, id) } };
    }),
    consoleRoute(consoleApi.copyKey, async ({ params, teammate, membership, snapshot }) => {
      const id = keyIdOf(params);
      const { site } = snapshot;
      const value = await copyKey(ctx, site.id, id, membership, teammate.email);
      return { status: 200, body: { value } };
    }),
    consoleRoute(consoleApi.rotateKey, async ({ params, body, teammate, ...view }) => {
      const { graceSeconds } = body;
      const { email } = teammate;
      const made = await rotateKey(ctx, view.snapshot, keyIdOf(params), graceSeconds, email);
      const { id, value } = made;
      return { status: 201, body: { key: await showKey(ctx, view, id), value } };
    }),
    consoleRoute(consoleApi.deleteKey, async ({ params, teammate, snapshot }) => {
      const { site } = snapshot;
      const deletion = await deleteKey(ctx, site.id, keyIdOf(params), teammate.email);
      const { deletedAt, revision } = deletion;
      return { status: 200, body: { deletedAt: deletedAt.toISOString(), revision } };
    }),
  ];
}
