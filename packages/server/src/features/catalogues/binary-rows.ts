// Rows as COPY sends them in binary (PostgreSQL, "COPY", Binary Format), from pieces of any size.

/** A cell's bytes; undefined for null. */
export type Cells = readonly (Buffer | undefined)[];

const signatureBytes = 11;
const flagsBytes = 4;

/**
 * Reads rows, those of a piece at a time. Cells lie in the piece that they came in: what is kept
 * longer is to be copied.
 */
export async function* binaryRows(pieces: AsyncIterable<Buffer>): AsyncGenerator<Cells[]> {
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
    const { rows, read } = rowsIn(bytes);
    rest = read < bytes.length ? bytes.subarray(read) : undefined;
    if (rows.length > 0) yield rows;
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
function rowsIn(bytes: Buffer): { readonly rows: Cells[]; readonly read: number } {
  const rows: Cells[] = [];
  let read = 0;
  while (read + 2 <= bytes.length) {
    const count = bytes.readInt16BE(read);
    // The trailer.
    if (count < 0) return { rows, read: bytes.length };
    const cells: (Buffer | undefined)[] = [];
    let at = read + 2;
    while (cells.length < count && at + 4 <= bytes.length) {
      const length = bytes.readInt32BE(at);
      const end = at + 4 + Math.max(0, length);
      if (end > bytes.length) break;
      cells.push(length < 0 ? undefined : bytes.subarray(at + 4, end));
      at = end;
    }
    if (cells.length < count) break;
    rows.push(cells);
    read = at;
  }
  return { rows, read };
}
