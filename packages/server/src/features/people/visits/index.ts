// Front door of visits: the affinity of this visit, beside the long-term one.
export { noProducts, type ProductValues, valuesInMemory } from './products.ts';
export { Visit } from './visit.ts';
