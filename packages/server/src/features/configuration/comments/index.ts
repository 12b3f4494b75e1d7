// Front door of comments on campaigns.
export { commentRoutes } from './routes.ts';
export { deleteComments } from './store.ts';
