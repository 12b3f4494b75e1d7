// Front door of user data: erase and export.
export { requestErasure, runErasures } from './erase.ts';
export { userdataRoutes } from './routes.ts';
