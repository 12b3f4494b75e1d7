// Front door of dynamic weights: how much of an experience each variation has, by how it did.
export {
  type ExperienceWeights,
  forgetOldWeights,
  insertDynamicWeights,
  selectDynamicWeights,
  selectDynamicWeightsAt,
} from './store.ts';
