// Front door of user data: erase and export.
export { isAgainDue, noteErasures } from './again.ts';
export { isErasureDone, requestErasure, runErasures } from './erase.ts';
export { userdataConsoleRoutes, userdataRoutes } from './routes.ts';
export { type ErasureKey, type LedgerErasure, selectErasuresSince } from './store.ts';
