// Front door of the feed cache: feeds as a node has them in memory.
export { type FeedCache, openFeedCache } from './feed-cache.ts';
export { type FilledColumns, filledColumns } from './filled.ts';
export { preloadFeeds } from './preload.ts';
export { readColumns } from './read-columns.ts';
