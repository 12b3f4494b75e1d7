// Front door of profiles.
export { foldInto, loadProfile, rankAffinity, readPersonAffinity } from './profiles.ts';
export { profileRoutes, readPersonQuery } from './routes.ts';
export {
  deleteProfiles,
  lockProfiles,
  selectTotals,
  selectUserPage,
  updateProfiles,
} from './store.ts';
export { recomputeTotals, renewTotals } from './totals.ts';
