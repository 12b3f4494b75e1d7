// Templates: what variations are made of by people who write no JSON.
import { endpoint } from '../endpoint.ts';

/** List templates. */
export const listTemplates = endpoint<'listTemplates'>('GET', '/v2/templates');
/** Create a template. */
export const createTemplate = endpoint<'createTemplate'>('POST', '/v2/templates');
/** Read one template. */
export const readTemplate = endpoint<'readTemplate'>('GET', '/v2/templates/{id}');
/** Replace one template. */
export const replaceTemplate = endpoint<'replaceTemplate'>('PUT', '/v2/templates/{id}');
/** Delete one template. */
export const deleteTemplate = endpoint<'deleteTemplate'>('DELETE', '/v2/templates/{id}');
/** List what one template was: who made which version when. */
export const listTemplateVersions = endpoint<'listTemplateVersions'>(
  'GET',
  '/v2/templates/{id}/versions',
);
/** Read one template as it was. */
export const readTemplateVersion = endpoint<'readTemplateVersion'>(
  'GET',
  '/v2/templates/{id}/versions/{version}',
);
/** Show what differs between two versions of one template. */
export const compareTemplateVersions = endpoint<'compareTemplateVersions'>(
  'GET',
  '/v2/templates/{id}/versions/{version}/diff',
);
/** Make one template what it was at a version, as a further version. */
export const restoreTemplate = endpoint<'restoreTemplate'>('POST', '/v2/templates/{id}/restore');
