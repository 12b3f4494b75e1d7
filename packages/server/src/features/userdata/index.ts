// Front door of user data: erase and export.
export { isErasureDone, requestErasure, runErasures } from './erase.ts';
export { userdataRoutes } from './routes.ts';
