// The person, or the device by its own id, that options name.
import type { Identifier } from '@attune/core';
import { ApiError } from '../api-error.ts';
import type { SiteSnapshot } from '../context.ts';
import { readName } from '../features/people/identity/index.ts';

/** Throws `invalid_request` for what names nobody. */
export function personOf(
  snapshot: SiteSnapshot,
  { cuid, type }: { readonly cuid: string; readonly type: string },
): Identifier {
  const read = readName(snapshot, { cuid, cuidType: type }, { type: '--type', value: '--cuid' });
  if ('name' in read) return read.name;
  throw new ApiError('invalid_request', 'This identifies no one.', { errors: [...read.faults] });
}
