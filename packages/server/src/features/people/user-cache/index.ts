// Front door of users: who is sighted, and what is known of him.
export { readPersonQuery, userRoutes } from './routes.ts';
export { knowUsers, type Users } from './users.ts';
