// Strategies, models that they go by, and evaluations on the past.
import { endpoint } from '../endpoint.ts';

/** List the site's models. */
export const listModels = endpoint<'listModels'>('GET', '/v2/models');
/** Read one model. */
export const readModel = endpoint<'readModel'>('GET', '/v2/models/{model}');
/** Build a model anew. */
export const rebuildModel = endpoint<'rebuildModel'>('POST', '/v2/models/{model}/rebuild');
/** Compare strategies on the site's own history. */
export const startEvaluation = endpoint<'startEvaluation'>('POST', '/v2/evaluations');
/** List the evaluations that are kept. */
export const listEvaluations = endpoint<'listEvaluations'>('GET', '/v2/evaluations');
/** Read one evaluation. */
export const readEvaluation = endpoint<'readEvaluation'>('GET', '/v2/evaluations/{evaluation}');
/** List strategies. */
export const listStrategies = endpoint<'listStrategies'>('GET', '/v2/strategies');
/** Create a strategy. */
export const createStrategy = endpoint<'createStrategy'>('POST', '/v2/strategies');
/** Read one strategy. */
export const readStrategy = endpoint<'readStrategy'>('GET', '/v2/strategies/{id}');
/** Replace one strategy. */
export const replaceStrategy = endpoint<'replaceStrategy'>('PUT', '/v2/strategies/{id}');
/** Delete one strategy. */
export const deleteStrategy = endpoint<'deleteStrategy'>('DELETE', '/v2/strategies/{id}');
/** List what one strategy was: who made which version when. */
export const listStrategyVersions = endpoint<'listStrategyVersions'>(
  'GET',
  '/v2/strategies/{id}/versions',
);
/** Read one strategy as it was. */
export const readStrategyVersion = endpoint<'readStrategyVersion'>(
  'GET',
  '/v2/strategies/{id}/versions/{version}',
);
/** Show what differs between two versions of one strategy. */
export const compareStrategyVersions = endpoint<'compareStrategyVersions'>(
  'GET',
  '/v2/strategies/{id}/versions/{version}/diff',
);
/** Make one strategy what it was at a version, as a further version. */
export const restoreStrategy = endpoint<'restoreStrategy'>('POST', '/v2/strategies/{id}/restore');
/** Preview the recommendations of a strategy for a user on a page. */
export const previewStrategy = endpoint<'previewStrategy'>('POST', '/v2/strategies/preview');
