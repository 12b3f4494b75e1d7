// Front door of catalogues: feeds as a node has them in memory.
export { type Catalogues, openCatalogues } from './catalogues.ts';
export { type FilledColumns, filledColumns } from './filled.ts';
export { preloadFeeds } from './preload.ts';
export { readColumns } from './read-columns.ts';
