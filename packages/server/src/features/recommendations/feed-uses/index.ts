// Front door of what feeds are used for, and so of whether they may go.
export { removeFeed } from './remove-feed.ts';
export { feedUseRoutes } from './routes.ts';
