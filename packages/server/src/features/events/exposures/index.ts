// Front door of exposures: what each user was given first.
export { noteExposures } from './exposures.ts';
export {
  deleteExposuresOf,
  deleteExposuresOn,
  selectHasExposure,
  selectLastExposure,
  selectSharers,
} from './store.ts';
