// How columns of numbers become bytes and back without being copied one by one.

/**
 * The layout: magic and version, how many scalars and parts (4 x uint32), the scalars and the
 * parts' lengths in bytes (float64), then the parts, each on a multiple of 8 bytes. Everything is
 * little-endian, as every machine that Node runs on is.
 */
const version = 1;
const headBytes = 16;

/** Numbers and columns as one text of bytes; `magic` is four letters that say of what. */
export function encodeParts(
  magic: string,
  scalars: readonly number[],
  parts: readonly ArrayBufferView[],
): Uint8Array {
  const lengths = parts.map(({ byteLength }) => byteLength);
  const start = headBytes + 8 * (scalars.length + lengths.length);
  const total = lengths.reduce((sum, length) => sum + padded(length), start);
  const bytes = new Uint8Array(total);
  new Uint32Array(bytes.buffer, 0, 4).set([wordOf(magic), version, scalars.length, lengths.length]);
  new Float64Array(bytes.buffer, headBytes, scalars.length + lengths.length).set([
    ...scalars,
    ...lengths,
  ]);
  let at = start;
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += padded(byteLength);
  }
  return bytes;
}

/** What `encodeParts` was given; the parts are views of the bytes. Throws on anything else. */
export function decodeParts(
  magic: string,
  given: Uint8Array,
): { readonly scalars: readonly number[]; readonly parts: readonly Uint8Array[] } {
  const bytes = given.byteOffset % 8 === 0 ? given : given.slice();
  const { buffer, byteOffset, byteLength } = bytes;
  const head = byteLength < headBytes ? [] : new Uint32Array(buffer, byteOffset, 4);
  const [word, itsVersion, scalarCount = 0, partCount = 0] = head;
  const start = headBytes + 8 * (scalarCount + partCount);
  if (word !== wordOf(magic) || itsVersion !== version || start > byteLength) {
    throw new Error(`not bytes of the kind ${magic} in a known version`);
  }
  const numbers = new Float64Array(buffer, byteOffset + headBytes, scalarCount + partCount);
  const parts: Uint8Array[] = [];
  let at = start;
  for (const length of numbers.subarray(scalarCount)) {
    if (at + length > byteLength) throw new Error(`bytes of the kind ${magic} are cut off`);
    parts.push(bytes.subarray(at, at + length));
    at += padded(length);
  }
  return { scalars: [...numbers.subarray(0, scalarCount)], parts };
}

/** A part as a column of 32-bit numbers. */
export function uint32Of(part: Uint8Array | undefined): Uint32Array {
  const { buffer, byteOffset, byteLength } = part!;
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}

function wordOf(magic: string): number {
  return [...magic].reduce((word, letter, at) => word + letter.charCodeAt(0) * 2 ** (8 * at), 0);
}
