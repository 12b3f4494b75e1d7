// Front door of exposures: who was given what first.
export { noteExposures } from './exposures.ts';
export { deleteExposuresOf } from './store.ts';
