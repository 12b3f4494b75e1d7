// Front door of API keys.
export { createKey, deleteKey, deleteRevivedKeys, listKeys, revealKey } from './api-keys.ts';
export { changeKey, rotateKey } from './changes.ts';
export { tellExpiringKeys } from './expiring.ts';
export { apiKeyRoutes, keyConsoleRoutes } from './routes.ts';
export type { KeyRequest } from './rules.ts';
export {
  type CachedKey,
  countTombstones,
  selectCachedKeys,
  selectExpiringKeys,
  selectHasKey,
  selectKeys,
  selectTombstones,
} from './store.ts';
