// Front door of the report of recommendations: what was clicked, and bought after that.
export { renewAllRecommendationFigures } from './figures/renew.ts';
export { recommendationReportRoutes } from './routes.ts';
