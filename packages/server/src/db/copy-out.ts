// COPY's answer as a stream, whose end means that the connection is free for the next statement.
import { Readable } from 'node:stream';
import type { Connection, Submittable } from 'pg';

const pieceBytes = 256 * 1024;

export interface CopyOut extends Submittable {
  /** Ends when the server is ready again; the rows, as the server wrote them. */
  readonly data: Readable;
  /** Once the data have ended. */
  readonly rows: () => number;
}

/**
 * A `copy ... to stdout` for `client.query`. The stream of `pg-copy-streams` ends before the server
 * has reported how many rows there were.
 */
export function copyOut(text: string): CopyOut {
  let connection: Connection | undefined;
  let rows = 0;
  let piece = Buffer.allocUnsafe(pieceBytes);
  let used = 0;
  const data = new Readable({
    highWaterMark: 4 * pieceBytes,
    read: () => void connection?.stream.resume(),
  });

  function flush(): void {
    if (used === 0) return;
    const hasRoom = data.push(piece.subarray(0, used));
    piece = Buffer.allocUnsafe(pieceBytes);
    used = 0;
    if (!hasRoom) connection?.stream.pause();
  }

  const handlers = {
    data,
    rows: () => rows,
    submit(given: Connection) {
      connection = given;
      given.query(text);
    },
    // The driver's buffer is used again: a row is copied out of it.
    handleCopyData({ chunk }: { chunk: Buffer }) {
      if (chunk.length > pieceBytes - used) flush();
      if (chunk.length > pieceBytes) {
        if (!data.push(Buffer.from(chunk))) connection?.stream.pause();
      } else {
        used += chunk.copy(piece, used);
      }
    },
    handleCommandComplete(message: { text: string }) {
      rows = Number(/^COPY (\d+)$/.exec(message.text)?.[1]);
    },
    handleReadyForQuery() {
      flush();
      connection?.stream.resume();
      data.push(null);
    },
    handleError(error: Error) {
      data.destroy(error);
    },
  };
  return handlers;
}
