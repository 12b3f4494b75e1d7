// Ids of slots: the decision's own, with the slot and its item, signed as the site's.
//
// The decision is encrypted; slot and sku stand beside it in the clear, since the page shows them.
import { type SigningKey, type SigningKeys, secretsOf, sign, verify } from '../../../signing.ts';

const purpose = 'slot';
const separator = '.';

export interface SlotRecord {
  readonly decisionId: string;
  readonly slot: number;
  readonly sku: string;
}

/** Makes ids of a decision's slots; they have no characters that JSON escapes. */
export function slotIds({ secret }: SigningKey, decisionId: string) {
  return (slot: number, sku: string): string => {
    const name = Buffer.from(sku).toString('base64url');
    return sign(secret, purpose, [decisionId, slot, name].join(separator));
  };
}

/** Reads a slot id of the site whose keys are given; undefined for anything else. */
export function decodeSlot(keys: SigningKeys, id: string): SlotRecord | undefined {
  const [decisionId, slot, name] = verify(secretsOf(keys), purpose, id)?.split(separator) ?? [];
  if (decisionId === undefined || name === undefined) return undefined;
  return { decisionId, slot: Number(slot), sku: Buffer.from(name, 'base64url').toString() };
}
