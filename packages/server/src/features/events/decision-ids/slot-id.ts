// Ids of slots: the decision's own, with the slot and its item, and a code that binds them.
//
// The decision is sealed; slot and sku stand beside it, since the page shows them anyway. The code
// is SHA-256 of a key of the site and of what is bound, cut to 96 bits, as the decision's is.
import { hash, hkdfSync, timingSafeEqual } from 'node:crypto';

const codeCharacters = 16;
const separator = '.';

export interface SlotRecord {
  readonly decisionId: string;
  readonly slot: number;
  readonly sku: string;
}

const keys = new WeakMap<Buffer, string>();

/** Of a fixed length: no text that is hashed begins another one's. */
function keyOf(salt: Buffer): string {
  const known = keys.get(salt);
  if (known !== undefined) return known;
  const key = Buffer.from(hkdfSync('sha256', salt, '', 'attune slot code', 32)).toString('hex');
  keys.set(salt, key);
  return key;
}

function codeOf(key: string, { decisionId, slot, sku }: SlotRecord): string {
  const text = `${key}${decisionId.length}:${decisionId}${slot}:${sku}`;
  return hash('sha256', text, 'base64url').slice(0, codeCharacters);
}

/** Makes ids of a decision's slots; they hold no characters that JSON escapes. */
export function slotIds(salt: Buffer, decisionId: string) {
  const key = keyOf(salt);
  return (slot: number, sku: string): string => {
    const code = codeOf(key, { decisionId, slot, sku });
    const name = Buffer.from(sku).toString('base64url');
    return [decisionId, slot, name, code].join(separator);
  };
}

/** Reads a slot id of the site whose salt is given; undefined for anything else. */
export function decodeSlot(salt: Buffer, id: string): SlotRecord | undefined {
  const [decisionId = '', slotText = '', name = '', code = '', ...more] = id.split(separator);
  if (more.length > 0 || !/^\d{1,5}$/.test(slotText)) return undefined;
  const slot = Number(slotText);
  const record = { decisionId, slot, sku: Buffer.from(name, 'base64url').toString() };
  if (slotIds(salt, decisionId)(slot, record.sku) !== id) return undefined;
  const [one, other] = [Buffer.from(code), Buffer.from(codeOf(keyOf(salt), record))];
  return one.length === other.length && timingSafeEqual(one, other) ? record : undefined;
}
