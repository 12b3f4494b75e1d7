// Feeds: their items, revisions, health, uploaded files and pulls.
import { endpoint } from '../endpoint.ts';

/** List the site's feeds. */
export const listFeeds = endpoint<'listFeeds'>('GET', '/v2/feeds');
/** Create a feed. */
export const createFeed = endpoint<'createFeed'>('POST', '/v2/feeds');
/** Read one feed: its settings, its size and its last change. */
export const readFeed = endpoint<'readFeed'>('GET', '/v2/feeds/{feedId}');
/** Change a feed's name or its affinity columns. */
export const changeFeed = endpoint<'changeFeed'>('PUT', '/v2/feeds/{feedId}');
/** Update a product feed. */
export const putFeed = endpoint<'putFeed'>('PUT', '/v2/feeds/svcid/{feedId}');
/** Change some items of a feed. */
export const bulkFeed = endpoint<'bulkFeed'>('POST', '/v2/feeds/{feedId}/bulk');
/** What became of each item of a change. */
export const readTransaction = endpoint<'readTransaction'>(
  'GET',
  '/v2/feeds/{feedId}/transaction/{transactionId}',
);
/** What became of one item of a change. */
export const readTransactionItem = endpoint<'readTransactionItem'>(
  'GET',
  '/v2/feeds/{feedId}/transaction/{transactionId}/item/{itemId}',
);
/** List a feed's items, or search them. */
export const listItems = endpoint<'listItems'>('GET', '/v2/feeds/{feedId}/items');
/** Read one item back. */
export const readItem = endpoint<'readItem'>('GET', '/v2/feeds/{feedId}/items/{sku}');
/** Read one item with its localised forms and what users did with it in 30 days. */
export const describeItem = endpoint<'describeItem'>(
  'GET',
  '/v2/feeds/{feedId}/items/{sku}/details',
);
/** List what changed a feed: who, when and how much. */
export const listFeedRevisions = endpoint<'listFeedRevisions'>(
  'GET',
  '/v2/feeds/{feedId}/revisions',
);
/** Show what differs between two revisions, item by item and column by column. */
export const compareFeedRevisions = endpoint<'compareFeedRevisions'>(
  'GET',
  '/v2/feeds/{feedId}/diff',
);
/** Make a feed what it was at a revision, as a further revision. */
export const rollbackFeed = endpoint<'rollbackFeed'>('POST', '/v2/feeds/{feedId}/rollback');
/** Report the health of a feed: rejected rows, columns, alarms. */
export const readFeedHealth = endpoint<'readFeedHealth'>('GET', '/v2/feeds/{feedId}/health');

/** List the items of a feed that have problems. */
export const listItemProblems = endpoint<'listItemProblems'>(
  'GET',
  '/v2/feeds/{feedId}/health/items',
);
/** Send a feed's file to be looked at: nothing is changed by it. */
export const startUpload = endpoint<'startUpload'>(
  'POST',
  '/v2/feeds/{feedId}/uploads',
  'application/octet-stream',
);
/** List a feed's files that are not done with. */
export const listUploads = endpoint<'listUploads'>('GET', '/v2/feeds/{feedId}/uploads');
/** Read how far the work on a file is. */
export const listRejectedRows = endpoint<'listRejectedRows'>(
  'GET',
  '/v2/feeds/{feedId}/uploads/{uploadId}/rejected',
);
export const readUpload = endpoint<'readUpload'>('GET', '/v2/feeds/{feedId}/uploads/{uploadId}');
/** Detect the columns of a file again, with settings for how it is written. */
export const detectUpload = endpoint<'detectUpload'>(
  'POST',
  '/v2/feeds/{feedId}/uploads/{uploadId}/detect',
);
/** Show the first rows of a file as items, with a mapping. */
export const previewUpload = endpoint<'previewUpload'>(
  'POST',
  '/v2/feeds/{feedId}/uploads/{uploadId}/preview',
);
/** Compare the whole file with the feed, in the background. */
export const checkUpload = endpoint<'checkUpload'>(
  'POST',
  '/v2/feeds/{feedId}/uploads/{uploadId}/check',
);
/** Make the feed of the file, in the background. */
export const publishUpload = endpoint<'publishUpload'>(
  'POST',
  '/v2/feeds/{feedId}/uploads/{uploadId}/publish',
);
/** Give a file up, also while it is worked on. */
export const deleteUpload = endpoint<'deleteUpload'>(
  'DELETE',
  '/v2/feeds/{feedId}/uploads/{uploadId}',
);
/** List from where a feed is fetched: the whole of it, and some of its columns. */
export const listPulls = endpoint<'listPulls'>('GET', '/v2/feeds/{feedId}/pulls');
/** Read from where a feed is fetched, when, and how that went. */
export const readPull = endpoint<'readPull'>('GET', '/v2/feeds/{feedId}/pull');
/** Have a feed fetched from an address by a schedule. */
export const replacePull = endpoint<'replacePull'>('PUT', '/v2/feeds/{feedId}/pull');
/** Stop fetching a feed; its items stay. */
export const deletePull = endpoint<'deletePull'>('DELETE', '/v2/feeds/{feedId}/pull');
/** Try to fetch a file, without saving or changing anything. */
export const testPull = endpoint<'testPull'>('POST', '/v2/feeds/{feedId}/pull/test');
/** Have a feed fetched now. */
export const runPull = endpoint<'runPull'>('POST', '/v2/feeds/{feedId}/pull/run');
/** List how the last fetches went. */
export const listPullRuns = endpoint<'listPullRuns'>('GET', '/v2/feeds/{feedId}/pull/runs');
/** Read what would miss a feed: campaigns, strategies, affinity properties. */
export const readFeedUses = endpoint<'readFeedUses'>('GET', '/v2/feeds/{feedId}/uses');
/** Delete a feed with its items, its history, its files and its pulls. */
export const deleteFeed = endpoint<'deleteFeed'>('DELETE', '/v2/feeds/{feedId}');
