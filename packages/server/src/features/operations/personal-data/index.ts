// Front door of personal data: erase, export, and what a teammate sees of a person.

export { isErasureDone, requestErasure, runErasures } from './erase.ts';
export { isReapplyDue, noteErasures } from './reapply.ts';
export { personalDataConsoleRoutes, personalDataRoutes } from './routes.ts';
