// Front door of ingestion warnings: what of requests could not be read, counted and shown.
export { startIngestionWarnings } from './counting.ts';
export { ingestionWarningRoutes } from './routes.ts';
export { countIngestionWarningsByDay, forgetOldIngestionWarnings } from './store.ts';
