// How often a day one user counts: what many sessions or baskets of one user may say together.

import { type InteractionBlock, interactionKinds, noGroup } from './block.ts';

const basket = interactionKinds.indexOf('purchase');

/**
 * A day's block in which each user has at most `most` sessions and as many baskets: the first ones,
 * as they begin. Rows of further ones stay, and were together with nothing. The block itself where
 * no user has more.
 */
export function boundGroups(block: InteractionBlock, most: number): InteractionBlock {
  const { users, user, group, kind, groupCount } = block;
  const sessions = new Uint32Array(users.length);
  const baskets = new Uint32Array(users.length);
  const isKnown = new Uint8Array(groupCount);
  const isBeyond = new Uint8Array(groupCount);
  let beyond = 0;
  for (let row = 0; row < group.length; row++) {
    const one = group[row]!;
    if (one === noGroup || isKnown[one] === 1) continue;
    isKnown[one] = 1;
    const counts = kind[row] === basket ? baskets : sessions;
    counts[user[row]!]! += 1;
    if (counts[user[row]!]! <= most) continue;
    isBeyond[one] = 1;
    beyond += 1;
  }
  if (beyond === 0) return block;
  return { ...block, group: group.map((one) => (isBeyond[one] === 1 ? noGroup : one)) };
}
