// Front door of the report of recommendations: what was clicked, and bought after that.
export { recommendationReportRoutes } from './routes.ts';
