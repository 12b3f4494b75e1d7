// Front door of feeds.
export { selectAffinityValues, selectColumns } from './affinity.ts';
export type { ChangeOptions, ChangeReport } from './changes/change.ts';
export { putItems } from './changes/put-items.ts';
export { rollbackFeed } from './changes/rollback.ts';
export { feedChangesChannel } from './changes/store.ts';
export { changeFeedSettings, createFeed, listFeeds, readFeedId, selectFeeds } from './feeds.ts';
export { readDelimited } from './files/delimited.ts';
export type { FeedLine } from './files/feed-line.ts';
export { FeedFileError } from './files/feed-line.ts';
export { type FeedFormat, feedFormats } from './files/format.ts';
export { readNdjson } from './files/ndjson.ts';
export { readFeedFile } from './files/read-feed-file.ts';
export { readAllowedHosts } from './pulls/public-address.ts';
export { runDuePulls } from './pulls/run.ts';
export { jumpFeedRevisions } from './revisions/store.ts';
export { feedRoutes } from './routes.ts';
export { sweepUploads } from './uploads/uploads.ts';
