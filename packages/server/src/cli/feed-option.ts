// The feed that a command's options name.

import { ApiError } from '../api-error.ts';
import type { Context } from '../context.ts';
import { type ExistingFeed, existingFeed, readFeedId } from '../features/catalog/feeds/index.ts';
import { actor } from './session.ts';

/** The id of an option. Throws `invalid_request` for what is none. */
export function requireFeedId(text: string): string {
  const id = readFeedId(text);
  if (id === undefined) throw new ApiError('invalid_request', '--feed is a 64-bit integer.');
  return id;
}

/** The feed of an option. Throws `not_found` too. */
export function requireExistingFeed(
  ctx: Context,
  siteId: number,
  text: string,
): Promise<ExistingFeed> {
  const feedId = requireFeedId(text);
  return existingFeed(ctx, { who: { siteId, actor }, params: { feedId } });
}
