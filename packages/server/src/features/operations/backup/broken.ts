// What is said of a file that is no whole backup.
import { ApiError } from '../../../api-error.ts';

/** What a file is not, or no longer. */
export function brokenBackup(why: string): ApiError {
  return new ApiError(
    'invalid_request',
    `This is not a whole backup: ${why}. Nothing has changed.`,
  );
}
