// Management routes of identifier types.
import { api } from '@attune/contract';
import type { Context } from '../../../context.ts';
import type { ManageRoute } from '../../../http/manage-route.ts';
import { versionedRoutes } from '../../configuration/versioned-objects/index.ts';
import { identifierTypeKind, typeOf } from './identifier-types.ts';

/** Routes of identifier types. */
export function identifierTypeRoutes(ctx: Context): ManageRoute[] {
  const endpoints = {
    list: api.listIdentifierTypes,
    create: api.createIdentifierType,
    read: api.readIdentifierType,
    replace: api.replaceIdentifierType,
    remove: api.deleteIdentifierType,
  };
  return versionedRoutes(ctx, endpoints, identifierTypeKind, async (_siteId, rows) =>
    rows.map(({ id, version, body }) => ({ id, version, identifierType: typeOf(body) })),
  );
}
