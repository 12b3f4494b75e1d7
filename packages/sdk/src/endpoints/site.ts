// What else a site has: metrics, layers, holdouts, identifier types, its keys.
import { endpoint } from '../endpoint.ts';

/** What this key is and may do. */
export const readOwnKey = endpoint<'readOwnKey'>('GET', '/v2/keys/self');
/** What of requests to choose and collect could not be read. */
export const listIngestionWarnings = endpoint<'listIngestionWarnings'>(
  'GET',
  '/v2/ingestion-warnings',
);
/** List metrics. */
export const listMetrics = endpoint<'listMetrics'>('GET', '/v2/metrics');
/** Create a metric. */
export const createMetric = endpoint<'createMetric'>('POST', '/v2/metrics');
/** Read one metric. */
export const readMetric = endpoint<'readMetric'>('GET', '/v2/metrics/{id}');
/** Replace one metric. */
export const replaceMetric = endpoint<'replaceMetric'>('PUT', '/v2/metrics/{id}');
/** Delete one metric. */
export const deleteMetric = endpoint<'deleteMetric'>('DELETE', '/v2/metrics/{id}');
/** List identifier types. */
export const listIdentifierTypes = endpoint<'listIdentifierTypes'>('GET', '/v2/identifier-types');
/** Create an identifier type. */
export const createIdentifierType = endpoint<'createIdentifierType'>(
  'POST',
  '/v2/identifier-types',
);
/** Read one identifier type. */
export const readIdentifierType = endpoint<'readIdentifierType'>(
  'GET',
  '/v2/identifier-types/{id}',
);
/** Replace one identifier type. */
export const replaceIdentifierType = endpoint<'replaceIdentifierType'>(
  'PUT',
  '/v2/identifier-types/{id}',
);
/** Delete one identifier type. */
export const deleteIdentifierType = endpoint<'deleteIdentifierType'>(
  'DELETE',
  '/v2/identifier-types/{id}',
);
/** List layers. */
export const listLayers = endpoint<'listLayers'>('GET', '/v2/layers');
/** Create a layer. */
export const createLayer = endpoint<'createLayer'>('POST', '/v2/layers');
/** Read one layer. */
export const readLayer = endpoint<'readLayer'>('GET', '/v2/layers/{id}');
/** Replace one layer. */
export const replaceLayer = endpoint<'replaceLayer'>('PUT', '/v2/layers/{id}');
/** Delete one layer. */
export const deleteLayer = endpoint<'deleteLayer'>('DELETE', '/v2/layers/{id}');
/** List holdouts. */
export const listHoldouts = endpoint<'listHoldouts'>('GET', '/v2/holdouts');
/** Create a holdout. */
export const createHoldout = endpoint<'createHoldout'>('POST', '/v2/holdouts');
/** Read one holdout. */
export const readHoldout = endpoint<'readHoldout'>('GET', '/v2/holdouts/{id}');
/** Replace one holdout. */
export const replaceHoldout = endpoint<'replaceHoldout'>('PUT', '/v2/holdouts/{id}');
/** Delete one holdout. */
export const deleteHoldout = endpoint<'deleteHoldout'>('DELETE', '/v2/holdouts/{id}');
