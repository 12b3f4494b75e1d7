// What a key may ask of itself.
import { api, isOffered } from '@attune/contract';
import { type Route, route } from '../../http/route.ts';

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
