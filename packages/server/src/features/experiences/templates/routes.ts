// Management routes of templates.
import { api, type TemplateInput } from '@attune/contract';
import type { Context } from '../../../context.ts';
import type { ManageRoute } from '../../../http/manage-route.ts';
import {
  historyRoutes,
  type ObjectRow,
  replyWith,
  versionedRoutes,
} from '../../configuration/versioned-objects/index.ts';
import { isBuiltIn, templateKind, templateOf, templateWarnings } from './templates.ts';

/** Routes of templates. */
export function templateRoutes(ctx: Context): ManageRoute[] {
  const changed = async (status: number, row: ObjectRow) =>
    replyWith(status, row, { ...shown(row), warnings: templateWarnings(templateOf(row.body)) });
  const show = async (_siteId: number, rows: readonly ObjectRow[]) => rows.map(shown);
  return [
    ...versionedRoutes<TemplateInput>(ctx, endpoints, templateKind, show, {
      changed: (status, _siteId, row) => changed(status, row),
    }),
    ...historyRoutes(ctx, versions, templateKind, { changed: (_siteId, row) => changed(200, row) }),
  ];
}

const shown = ({ id, version, body }: ObjectRow) => ({
  ...{ id, version, isBuiltIn: isBuiltIn(id), template: templateOf(body) },
});

const endpoints = {
  list: api.listTemplates,
  create: api.createTemplate,
  read: api.readTemplate,
  replace: api.replaceTemplate,
  remove: api.deleteTemplate,
};

const versions = {
  list: api.listTemplateVersions,
  read: api.readTemplateVersion,
  compare: api.compareTemplateVersions,
  restore: api.restoreTemplate,
};
