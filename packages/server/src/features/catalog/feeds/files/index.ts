// Front door of feeds' files.
export { readDelimited } from './delimited.ts';
export type { FeedLine, FileLine } from './feed-line.ts';
export { FeedFileError } from './feed-line.ts';
export { delimiterOf, type FeedFormat, feedFormats } from './format.ts';
export { readNdjson } from './ndjson.ts';
export { openRows, type ReadFeedOptions, readFeedFile } from './read-feed-file.ts';
export { fileSource, nameWithSheet } from './source.ts';
