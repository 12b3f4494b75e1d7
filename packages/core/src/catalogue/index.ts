// Knows what of feeds in memory the rest of the project may use.

export type { Catalogue, Column } from './catalogue.ts';
export { type CatalogueChange, changeCatalogue } from './change.ts';
export { compactCatalogue, needsCompaction } from './compact.ts';
export { catalogueAt } from './prices.ts';
