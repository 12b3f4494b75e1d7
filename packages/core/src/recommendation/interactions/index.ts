// Knows what of interactions others may use: a day's block of them, and its bytes.

export {
  decodeBlock,
  encodeBlock,
  type InteractionBlock,
  type InteractionRow,
  interactionKinds,
  makeBlock,
  noGroup,
} from './block.ts';
