// Ids that the client generates itself, at random, so that nothing has to be requested first.

const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));

/** A new visitor: a signed 64-bit integer as text. */
export const newUserId = (): string => String(crypto.getRandomValues(new BigInt64Array(1))[0]);

/** A new session: 32 lower-case letters and digits. */
export const newSessionId = (): string =>
  Array.from(randomBytes(32), (byte) => (byte % 36).toString(36)).join('');

/** Counts an event once, however often it arrives. `randomUUID` is not there without HTTPS. */
export const newEventId = (): string => hexOf(randomBytes(16));

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
