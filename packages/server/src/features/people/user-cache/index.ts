// Front door of the user cache: the user a request names, and what is known of them.
export type { CachedUser } from './resolve.ts';
export { observationOf, readPersonQuery, userProfileRoutes } from './routes.ts';
export { openUserCache, type UserCache } from './user-cache.ts';
