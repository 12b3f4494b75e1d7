// Management routes of layers.
import { api } from '@attune/contract';
import type { Context } from '../../../context.ts';
import type { ManageRoute } from '../../../http/manage-route.ts';
import { versionedRoutes } from '../../configuration/versioned-objects/index.ts';
import { layerKind, showLayers } from './layers.ts';

/** Routes of layers. */
export function layerRoutes(ctx: Context): ManageRoute[] {
  const endpoints = {
    list: api.listLayers,
    create: api.createLayer,
    read: api.readLayer,
    replace: api.replaceLayer,
    remove: api.deleteLayer,
  };
  return versionedRoutes(ctx, endpoints, layerKind, (siteId, rows) =>
    showLayers(ctx.db, siteId, rows),
  );
}
