// Front door of feeds.
export { selectAffinityValues, selectColumns } from './affinity.ts';
export type { ChangeOptions, ChangeReport } from './changes/change.ts';
export { putItems } from './changes/put-items.ts';
export { rollbackFeed } from './changes/rollback.ts';
export { feedChangesChannel } from './changes/store.ts';
export { deleteFeed } from './deletion/delete-feed.ts';
export { emptyDeletedFeeds } from './deletion/empty-feeds.ts';
export { type ExistingFeed, existingFeed } from './existing-feed.ts';
export { changeFeedSettings, createFeed, listFeeds, readFeedId, selectFeeds } from './feeds.ts';
export * from './files/index.ts';
export { readHealth } from './health/health.ts';
export { selectMeasures } from './health/store.ts';
export { compareRevisions, listRevisions } from './history/history.ts';
export * from './pulls/index.ts';
export { jumpFeedRevisions } from './revisions/store.ts';
export { feedRoutes } from './routes.ts';
export { selectExistingSkus, selectPartsOfItems } from './store.ts';
export * from './uploads/index.ts';
