// Rows as COPY sends them in binary (PostgreSQL, "COPY", Binary Format), from pieces of any size.

/** A cell's bytes; undefined for null. */
export type Cells = readonly (Buffer | undefined)[];

/** Where the cells of some rows lie in `bytes`, row by row. */
export interface CellPlaces {
  readonly bytes: Buffer;
  /** How many a row has. */
  readonly columns: number;
  readonly starts: readonly number[];
  /** Beside `starts`; -1 for null. */
  readonly ends: readonly number[];
}

const signatureBytes = 11;
const flagsBytes = 4;

/**
 * Reads rows, those of a piece at a time. Cells lie in the piece that they came in: copy what must
 * live longer.
 */
export async function* binaryRows(pieces: AsyncIterable<Buffer>): AsyncGenerator<Cells[]> {
  for await (const { bytes, columns, starts, ends } of cellPlaces(pieces)) {
    yield Array.from({ length: starts.length / columns }, (_row, row) =>
      Array.from({ length: columns }, (_cell, column) => {
        const at = row * columns + column;
        return ends[at] === -1 ? undefined : bytes.subarray(starts[at], ends[at]);
      }),
    );
  }
}

/** The same without an object for each cell, for reading millions of small rows. */
export async function* cellPlaces(pieces: AsyncIterable<Buffer>): AsyncGenerator<CellPlaces> {
  let rest: Buffer | undefined;
  let isPastHeader = false;
  for await (const piece of pieces) {
    let bytes = rest ? Buffer.concat([rest, piece]) : piece;
    if (!isPastHeader) {
      const header = headerBytes(bytes);
      if (header === undefined) {
        rest = bytes;
        continue;
      }
      bytes = bytes.subarray(header);
      isPastHeader = true;
    }
    const { read, ...places } = placesIn(bytes);
    rest = read < bytes.length ? bytes.subarray(read) : undefined;
    if (places.starts.length > 0) yield places;
  }
}

/** How long the header is, with its extension; undefined while it is not all there. */
function headerBytes(bytes: Buffer): number | undefined {
  const fixed = signatureBytes + flagsBytes + 4;
  if (bytes.length < fixed) return undefined;
  const all = fixed + bytes.readInt32BE(signatureBytes + flagsBytes);
  return bytes.length < all ? undefined : all;
}

/** The rows that are there as a whole, and how many bytes they take. */
function placesIn(bytes: Buffer): CellPlaces & { readonly read: number } {
  const starts: number[] = [];
  const ends: number[] = [];
  let columns = 0;
  let read = 0;
  while (read + 2 <= bytes.length) {
    const count = bytes.readInt16BE(read);
    // The trailer.
    if (count < 0) return { bytes, columns, starts, ends, read: bytes.length };
    const before = starts.length;
    let at = read + 2;
    for (let cell = 0; cell < count && at + 4 <= bytes.length; cell += 1) {
      const length = bytes.readInt32BE(at);
      at += 4 + Math.max(0, length);
      if (at > bytes.length) break;
      starts.push(at - Math.max(0, length));
      ends.push(length < 0 ? -1 : at);
    }
    if (starts.length < before + count) {
      starts.length = before;
      ends.length = before;
      break;
    }
    columns = count;
    read = at;
  }
  return { bytes, columns, starts, ends, read };
}
