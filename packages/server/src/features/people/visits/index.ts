// Front door of visits: what this visit says of a taste, beside the long-term affinity.
export { noProducts, type ProductValues, valuesInMemory } from './products.ts';
export { Visit } from './visit.ts';
