// Front door of experiences as files.
export { exportExperiences } from './export.ts';
export { type Imported, importExperiences } from './import.ts';
export { copyConsoleRoutes, experienceFileRoutes } from './routes.ts';
