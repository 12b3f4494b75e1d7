// Front door of catalogues: feeds as a node has them in memory.
export { type Catalogues, type FeedState, openCatalogues } from './catalogues.ts';
export { readColumns } from './read-columns.ts';
