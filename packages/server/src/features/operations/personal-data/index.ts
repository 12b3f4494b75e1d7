// Front door of personal data: erase, export, and what a teammate sees of a person.

export { erasePeople, exportPeople, linesOf, readErasures } from './bulk.ts';
export { isErasureDone, requestErasure, runErasures } from './erase.ts';
export { exportPerson } from './export.ts';
export { isReapplyDue, noteErasures } from './reapply.ts';
export { personalDataConsoleRoutes, personalDataRoutes } from './routes.ts';
