// Front door of excluded traffic: how much bots and a site's own people were given.
export { type ExcludedTraffic, startExcludedTraffic } from './counting.ts';
export {
  forgetOldExcludedTraffic,
  selectExcludedTraffic,
  selectGivenToBots,
  type Traffic,
} from './store.ts';
