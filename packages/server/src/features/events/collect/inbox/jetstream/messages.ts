// Rows of the inbox as messages of a stream: a line of JSON that says where they are, and the rows.
import type { InboxRows } from '../batch.ts';

/** A row of a message: lines of one partition of one site, packed where `size` is a number. */
export interface StreamRow {
  readonly siteId: number;
  readonly partition: number;
  readonly size: number | null;
  readonly bytes: Buffer;
}

/** Site, partition, size and length of each row, in the order of their bytes. */
interface Head {
  readonly v: 1;
  readonly rows: readonly (readonly [number, number, number | null, number])[];
}

const lineEnd = 0x0a;
/** What a message may have beside its rows: head, subject, headers. */
const overhead = 4_096;
const rowOverhead = 64;

/** The bytes of a message, its head and what its rows have, one behind the other. */
const messageOf = (head: Head, bytes: Uint8Array) =>
  Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes]);

/** A message without rows: its place is behind all that was acknowledged before it was sent. */
export const emptyMessage = messageOf({ v: 1, rows: [] }, new Uint8Array());

/**
 * Rows as messages of `mostBytes` at most, as few as that takes: what is in one message is
 * accepted as a whole. Throws `RangeError` for a row that no message can hold. Bytes are copied.
 */
export function messagesOf(
  { siteIds, partitions, sizes, starts, lengths, bytes }: InboxRows,
  mostBytes: number,
): Buffer[] {
  const messages: Buffer[] = [];
  for (let from = 0; from < siteIds.length; ) {
    let to = from;
    let room = mostBytes - overhead;
    while (to < siteIds.length && lengths[to]! + rowOverhead <= room) {
      room -= lengths[to]! + rowOverhead;
      to += 1;
    }
    if (to === from) throw new RangeError(`a row has ${lengths[from]} bytes`);
    const rows = Array.from(
      { length: to - from },
      (_, at) =>
        [
          siteIds[from + at]!,
          partitions[from + at]!,
          sizes[from + at]!,
          lengths[from + at]!,
        ] as const,
    );
    const head: Head = { v: 1, rows };
    const end = starts[to - 1]! + lengths[to - 1]!;
    messages.push(messageOf(head, bytes.subarray(starts[from]!, end)));
    from = to;
  }
  return messages;
}

/** The rows of a message. Throws for one that is none of ours. */
export function rowsOf(message: Uint8Array): StreamRow[] {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  const headBytes = bytes.indexOf(lineEnd);
  const { v, rows }: Head = JSON.parse(bytes.subarray(0, headBytes).toString());
  if (v !== 1) throw new Error(`a message of unknown version ${v}`);
  let from = headBytes + 1;
  return rows.map(([siteId, partition, size, length]) => {
    const to = from + length;
    const row = { siteId, partition, size, bytes: bytes.subarray(from, to) };
    from = to;
    return row;
  });
}
