// Which addresses cannot be read, and what is said where there is nothing.
import { ApiError } from '../refusal.ts';

/**
 * Refuses what is not percent-encoded UTF-8, and what cannot be stored. The router is lenient: it
 * would take `%zz` in a query for itself, and so one person for another.
 */
export function refuseUnreadable(url: string): void {
  if (!url.includes('%')) return;
  let text: string | undefined;
  try {
    text = decodeURIComponent(url);
  } catch {
    // URIError is how JavaScript says that the bytes are not UTF-8, or not escaped as they must be.
  }
  if (text === undefined || text.includes('\0')) {
    const detail = 'The address must be percent-encoded UTF-8, without U+0000 or lone surrogates.';
    throw new ApiError('invalid_query', detail);
  }
}

/** The refusal of an address that nothing is at. */
export const nothingHere = () => new ApiError('not_found', 'There is nothing at this address.');
