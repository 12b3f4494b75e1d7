// Front door of what strategies would give: tried on a user and a page, recorded nowhere.
export { strategyPreviewRoutes } from './routes.ts';
