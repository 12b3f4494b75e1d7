// Rows as PostgreSQL's COPY takes them in binary (PostgreSQL, "COPY", Binary Format).

const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const trailer = Buffer.from([0xff, 0xff]);
const bytesPerCharacter = 3;
const two32 = 2 ** 32;

/** Cells follow one another; each row begins with their number. */
export interface CopyRows {
  readonly row: (cells: number) => void;
  readonly integer: (value: number) => void;
  /** A whole number up to 2^53. */
  readonly bigint: (value: number) => void;
  readonly bigintText: (value: string) => void;
  readonly flag: (value: boolean) => void;
  /** Hexadecimal digits. */
  readonly uuid: (digits: string | undefined) => void;
  readonly text: (value: string | undefined) => void;
  /** Text in UTF-8, or none. */
  readonly bytes: (value: Uint8Array | undefined) => void;
  /** All of the COPY. */
  readonly end: () => Buffer;
}

/**
 * Begins a COPY in a buffer that is used again: the one before must have been sent. Given none,
 * makes one.
 */
export function copyRows(room: Buffer = Buffer.allocUnsafeSlow(1024)): CopyRows {
  let buffer = room;
  let at = signature.copy(buffer);
  const reserve = (bytes: number) => {
    if (at + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(at + bytes, 2 * buffer.length));
    buffer.copy(larger, 0, 0, at);
    buffer = larger;
  };
  const begin = (bytes: number) => {
    reserve(4 + bytes);
    at = buffer.writeInt32BE(bytes, at);
  };
  const none = () => {
    reserve(4);
    at = buffer.writeInt32BE(-1, at);
  };
  return {
    row: (cells) => {
      reserve(2);
      at = buffer.writeInt16BE(cells, at);
    },
    integer: (value) => {
      begin(4);
      at = buffer.writeInt32BE(value, at);
    },
    bigint: (value) => {
      begin(8);
      at = buffer.writeInt32BE(Math.floor(value / two32), at);
      at = buffer.writeUInt32BE(value % two32, at);
    },
    bigintText: (value) => {
      begin(8);
      at = buffer.writeBigInt64BE(BigInt(value), at);
    },
    flag: (value) => {
      begin(1);
      at = buffer.writeUInt8(value ? 1 : 0, at);
    },
    uuid: (digits) => {
      if (digits === undefined) return none();
      begin(16);
      at += buffer.write(digits, at, 16, 'hex');
    },
    text: (value) => {
      if (value === undefined) return none();
      reserve(4 + bytesPerCharacter * value.length);
      const bytes = buffer.write(value, at + 4);
      at = buffer.writeInt32BE(bytes, at) + bytes;
    },
    bytes: (value) => {
      if (value === undefined) return none();
      begin(value.length);
      buffer.set(value, at);
      at += value.length;
    },
    end: () => {
      reserve(trailer.length);
      at += trailer.copy(buffer, at);
      return buffer.subarray(0, at);
    },
  };
}
