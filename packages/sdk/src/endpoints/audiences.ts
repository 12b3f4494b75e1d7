// Audiences, what they can ask about, and the members of lists.
import { endpoint } from '../endpoint.ts';

/** List what a condition can ask about. */
export const listAudienceFields = endpoint<'listAudienceFields'>('GET', '/v2/audiences/fields');
/** Estimate how many known users a condition matches. */
export const estimateAudience = endpoint<'estimateAudience'>('POST', '/v2/audiences/estimate');
/** List audiences. */
export const listAudiences = endpoint<'listAudiences'>('GET', '/v2/audiences');
/** Create an audience. */
export const createAudience = endpoint<'createAudience'>('POST', '/v2/audiences');
/** Read one audience. */
export const readAudience = endpoint<'readAudience'>('GET', '/v2/audiences/{id}');
/** Replace one audience. */
export const replaceAudience = endpoint<'replaceAudience'>('PUT', '/v2/audiences/{id}');
/** Delete one audience. */
export const deleteAudience = endpoint<'deleteAudience'>('DELETE', '/v2/audiences/{id}');
/** List what one audience was: who made which version when. */
export const listAudienceVersions = endpoint<'listAudienceVersions'>(
  'GET',
  '/v2/audiences/{id}/versions',
);
/** Read one audience as it was. */
export const readAudienceVersion = endpoint<'readAudienceVersion'>(
  'GET',
  '/v2/audiences/{id}/versions/{version}',
);
/** Show what differs between two versions of one audience. */
export const compareAudienceVersions = endpoint<'compareAudienceVersions'>(
  'GET',
  '/v2/audiences/{id}/versions/{version}/diff',
);
/** Make one audience what it was at a version, as a further version. */
export const restoreAudience = endpoint<'restoreAudience'>('POST', '/v2/audiences/{id}/restore');
/** Replace the members of a list. */
export const replaceAudienceMembers = endpoint<'replaceAudienceMembers'>(
  'PUT',
  '/v2/audiences/{id}/members',
);
/** Add members to a list, and remove some. */
export const changeAudienceMembers = endpoint<'changeAudienceMembers'>(
  'POST',
  '/v2/audiences/{id}/members',
);
