// Front door of profiles.
export { CachedProfile, type RankBasis, rankBasis, type StoredState } from './cached-profile.ts';
export { type Derived, packDerived, unpackDerived } from './derived.ts';
export { foldInto, loadProfile, rankAffinity, readPersonAffinity } from './profiles.ts';
export {
  deleteProfiles,
  deleteStaleOf,
  forgetStale,
  lockProfiles,
  lockStoredProfiles,
  markStale,
  selectHavingProfile,
  selectStale,
  selectStates,
  selectTotals,
  selectUserPage,
  updateProfiles,
} from './store.ts';
export { recomputeTotals, renewTotals } from './totals.ts';
