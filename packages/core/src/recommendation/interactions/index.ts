// Knows what of interactions others may use: a day's block of them, and its bytes.

export {
  decodeBlock,
  encodeBlock,
  type InteractionBlock,
  type InteractionRow,
  interactionKinds,
  noGroup,
} from './block.ts';
export { boundGroups } from './bound-groups.ts';
export { type BlockBuilder, makeBlock, type Span, spanOf, startBlock } from './start-block.ts';
export { makeUserTable } from './user-table.ts';
