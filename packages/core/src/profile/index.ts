// Knows what of profiles the rest of the project may use.

export { decodeProfile, encodeProfile } from './encoding.ts';
export { foldEvents, foldProfile, forgetBefore, mergeProfiles, outlived } from './fold.ts';
export {
  dayOf,
  emptyProfile,
  isInternalProfile,
  type Profile,
  signalOfCell,
  signals,
} from './profile.ts';
