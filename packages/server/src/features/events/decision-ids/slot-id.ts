// Ids of slots: the decision's own, with the slot and its item, signed as the site's.
//
// The decision is encrypted; slot and sku stand beside it in the clear, since the page shows them.
// A slot that a strategy filled also has that and the type of the page, so that a click is counted
// for them without a look-up.
import { pageTypes, type RecommendedBy } from '@attune/core';
import { type SigningKey, type SigningKeys, secretsOf, sign, verify } from '../../../signing.ts';

const purpose = 'slot';
const separator = '.';

export interface SlotRecord {
  readonly decisionId: string;
  readonly slot: number;
  readonly sku: string;
  /** Absent: no recommendation, or one of an earlier release. */
  readonly by?: RecommendedBy;
}

/** Makes ids of a decision's slots; they have no characters that JSON escapes. */
export function slotIds({ secret }: SigningKey, decisionId: string, by?: RecommendedBy) {
  const origin = by ? [by.strategy, by.page ? pageTypes.indexOf(by.page) : ''] : [];
  return (slot: number, sku: string): string => {
    const name = Buffer.from(sku).toString('base64url');
    return sign(secret, purpose, [decisionId, slot, name, ...origin].join(separator));
  };
}

/** Reads a slot id of the site whose keys are given; undefined for anything else. */
export function decodeSlot(keys: SigningKeys, id: string): SlotRecord | undefined {
  const parts = verify(secretsOf(keys), purpose, id)?.split(separator) ?? [];
  const [decisionId, slot, name, strategy, place] = parts;
  if (decisionId === undefined || name === undefined) return undefined;
  const page = place ? pageTypes[Number(place)] : undefined;
  return {
    ...{ decisionId, slot: Number(slot), sku: Buffer.from(name, 'base64url').toString() },
    ...(strategy !== undefined && { by: { strategy: Number(strategy), ...(page && { page }) } }),
  };
}
