// Front door of profiles.
export { HeldProfile, type RankBasis, rankBasis, type StoredState } from './cached-profile.ts';
export { type Kept, packKept, unpackKept } from './derived.ts';
export { foldInto, loadProfile, rankAffinity, readPersonAffinity } from './profiles.ts';
export {
  deleteProfiles,
  lockProfiles,
  selectStates,
  selectTotals,
  selectUserPage,
  updateProfiles,
} from './store.ts';
export { recomputeTotals, renewTotals } from './totals.ts';
