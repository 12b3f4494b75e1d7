// Blocks of days as methods take them, read one by one.
import { boundGroups, decodeBlock, type InteractionBlock } from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import { type Owners, withOwners } from './owners.ts';
import { selectBlocks } from './store.ts';

/**
 * The blocks of some days, one in memory at a time, with the persons that users are known as; each
 * counts at most so often a day.
 */
export async function* readBlocks(
  db: Db,
  siteId: number,
  days: readonly string[],
  owners: Owners,
  mostADay: number,
): AsyncGenerator<InteractionBlock> {
  for (const day of days) {
    for await (const bytes of selectBlocks(db, siteId, day)) {
      yield boundGroups(withOwners(decodeBlock(bytes), owners), mostADay);
    }
  }
}
