// A place by its text: a folder of this machine, or s3://bucket/prefix.
import { ApiError } from '../../../../api-error.ts';
import type { Config } from '../../../../config.ts';
import { kindOfPlace } from '../../../../nightly-config.ts';
import { folderTarget } from './folder.ts';
import type { Target } from './target.ts';

/** Opens a place. Throws `invalid_request` where it is none, or the key of the store is missing. */
export async function openPlace(
  text: string,
  { objectStore }: Pick<Config, 'objectStore'>,
  signal: AbortSignal,
): Promise<Target> {
  const kind = kindOfPlace(text);
  if (kind === 'folder') return folderTarget(text);
  if (kind === undefined) {
    const detail = `${text} is no place to export to. Name a folder, or s3://bucket/prefix.`;
    throw new ApiError('invalid_request', detail);
  }
  if (!objectStore) {
    const detail =
      'The access key of the object store is missing. Set AWS_ACCESS_KEY_ID and ' +
      'AWS_SECRET_ACCESS_KEY; see docs/reference/settings.md.';
    throw new ApiError('invalid_request', detail);
  }
  const { bucketTarget } = await import('./bucket.ts');
  return bucketTarget(objectStore, new URL(text), signal);
}
