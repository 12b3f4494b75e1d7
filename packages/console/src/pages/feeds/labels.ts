// What the states and kinds of feeds are called.
import type { Answer } from '../../api/endpoints.ts';
import type { Tone } from '../../ui/mark.tsx';
import type { Part } from './place.ts';

type Upload = Answer<'readUpload'>;
type Format = NonNullable<Upload['detection']>['format'];

export const partLabels: Readonly<Record<Part, string>> = {
  items: 'Items',
  upload: 'Upload',
  history: 'History',
  health: 'Health',
  pull: 'Pull from URL',
  settings: 'Settings',
};

/** What a command of the pages needs. */
export const keyOfFeeds = 'Use a Server-side key that has the permission Feed.';

export const changeWays: Readonly<
  Record<NonNullable<Answer<'readFeed'>['lastChange']>['way'], string>
> = {
  api: 'by API',
  upload: 'by upload',
  pull: 'by pull',
  rollback: 'by rollback',
  command: 'by command line',
};

export const differences: Readonly<
  Record<Answer<'compareFeedRevisions'>['items'][number]['change'], readonly [string, Tone]>
> = {
  added: ['Added', 'good'],
  changed: ['Changed', 'neutral'],
  removed: ['Removed', 'bad'],
};

export const pullResults: Readonly<
  Record<Answer<'listPullRuns'>['runs'][number]['status'], readonly [string, Tone]>
> = {
  running: ['Running', 'neutral'],
  taken: ['Published', 'good'],
  unchanged: ['Unchanged', 'neutral'],
  failed: ['Failed', 'bad'],
};

export const uploadStates: Readonly<Record<Upload['state'], string>> = {
  received: 'Uploaded',
  checking: 'Being checked',
  checked: 'Ready to publish',
  publishing: 'Being published',
  published: 'Published',
  failed: 'Failed',
};

/** What to do about what the work on a file ended with. */
export const remedyOf = (code: string) =>
  remedies[code] ?? 'Change the settings below and try again, or fix the file and upload it again.';

const remedies: Readonly<Record<string, string>> = {
  feed_shrink: 'If this is intended, check the file again below and confirm before you publish.',
  revision_mismatch: 'Check the file again, then publish.',
};

export const formats: Readonly<Record<Format, string>> = {
  csv: 'CSV',
  tsv: 'TSV (tabs)',
  xlsx: 'Excel (xlsx)',
  ndjson: 'NDJSON, one item per line',
  json: 'JSON',
  xml: 'XML',
  'google-xml': 'Google Merchant XML',
  'google-tsv': 'Google Merchant TSV',
};

export const delimiters: Readonly<Record<string, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '|': 'Bar',
  '\t': 'Tab',
};

export const quotes: Readonly<Record<string, string>> = {
  '"': 'Double quotes',
  "'": 'Single quotes',
};

/** What the values of a column are read as. */
export const readings: Readonly<Record<string, string>> = {
  '': 'Unchanged',
  string: 'Text',
  number: 'Number',
  boolean: 'True or false',
  list: 'List',
  price: 'Price: amount',
  currency: 'Price: currency',
  stock: 'In stock or not',
  url: 'URL',
  time: 'Date or time',
  period: 'Period of two dates',
};
