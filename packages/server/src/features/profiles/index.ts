// Front door of profiles.
export { foldInto, loadProfile, rankAffinity, readPersonAffinity } from './profiles.ts';
export { profileRoutes, readPersonQuery } from './routes.ts';
export {
  deleteProfiles,
  lockProfiles,
  selectProfilePage,
  selectTotals,
  updateProfiles,
} from './store.ts';
export { areTotalsDue, recomputeTotals } from './totals.ts';
