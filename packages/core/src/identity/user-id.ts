// User ids: signed 64-bit integers, strings everywhere outside of the database.

const least = -(2n ** 63n);
const most = 2n ** 63n - 1n;

/** Reads a user id that a caller sent; undefined when it is not a signed 64-bit integer. */
export function readUserId(text: string): string | undefined {
  // Most of them, and without arithmetic on large integers.
  if (/^[1-9][0-9]{0,17}$/.test(text)) return text;
  if (!/^-?[0-9]{1,19}$/.test(text)) return undefined;
  const id = BigInt(text);
  return id >= least && id <= most && id !== 0n ? String(id) : undefined;
}

/** A user id of 8 bytes, of a CSPRNG or of a hash. Never 0. */
export function userIdFromBytes(bytes: Uint8Array): string {
  const id = new DataView(bytes.buffer, bytes.byteOffset, 8).getBigInt64(0);
  return String(id === 0n ? 1n : id);
}

/** Number of partitions that the inbox is worked off in: ADR 0042. */
export const partitionCount = 8;

/** The partition of a user: events of one device or person are folded by one worker at a time. */
export function partitionOf(userId: string): number {
  // The last 3 bits of its two's complement: 8 divides 1,000, so that 3 digits determine them.
  const last = Number(userId.slice(-3).replace('-', '')) % partitionCount;
  return userId.startsWith('-') ? (partitionCount - last) % partitionCount : last;
}
