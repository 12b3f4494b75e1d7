// Front door of API keys.
export {
  createKey,
  deleteKey,
  deleteRevivedKeys,
  type KeyRequest,
  listKeys,
  revealKey,
} from './api-keys.ts';
export { apiKeyRoutes } from './routes.ts';
export {
  countTombstones,
  type HeldKey,
  selectHeldKeys,
  selectKeys,
  selectTombstones,
} from './store.ts';
