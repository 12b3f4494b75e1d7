// Front door of metrics: what tests are judged by.
export { kindDefinitions } from './kinds.ts';
export { findMetric, type Metric, metricKind, type Outcome } from './metrics.ts';
export { metricRoutes } from './routes.ts';
export type { PropertyTest } from './where.ts';
