// A file on its way into a feed, as the service reports it, and how to request it.
import type { ReadingInput } from '@attune/contract';
import { type Answer, consoleApi } from '../../../api/endpoints.ts';
import { stale as changed } from '../feed.ts';

export type Upload = Answer<'readUpload'>;
export type Detection = NonNullable<Upload['detection']>;
export type Findings = NonNullable<Upload['findings']>;
export type Reading = ReadingInput;

export const uploadParams = (site: string, feedId: string, uploadId: string) => ({
  params: { site, feedId, uploadId },
});

/** What the work on a file makes stale. */
export const stale = [consoleApi.listUploads, consoleApi.readUpload];

/** What a published file makes stale. */
export const published = [...stale, ...changed];

export const isAtWork = ({ state }: Pick<Upload, 'state'>) =>
  state === 'checking' || state === 'publishing';
