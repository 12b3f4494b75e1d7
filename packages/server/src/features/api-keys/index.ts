// Front door of API keys.
export { createKey, deleteKey, type KeyRequest, listKeys, revealKey } from './api-keys.ts';
export { apiKeyRoutes } from './routes.ts';
export { type KeyRow, selectKeys } from './store.ts';
