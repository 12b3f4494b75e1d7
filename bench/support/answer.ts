// An HTTP answer as bytes: its status, and how long the whole of it is.

const zero = '0'.charCodeAt(0);
const statusAt = 'HTTP/1.1 '.length;
const lengthHeaders = ['\r\ncontent-length: ', '\r\nContent-Length: '];

/** The status of an answer that has begun. */
export function statusOf(bytes: Buffer): number {
  return numberAt(bytes, statusAt);
}

/** Bytes of a whole answer, by its head; without a length it ends with the head. */
export function lengthOf(bytes: Buffer): number {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return Number.POSITIVE_INFINITY;
  for (const header of lengthHeaders) {
    const found = bytes.indexOf(header);
    if (found >= 0 && found < headEnd) return headEnd + 4 + numberAt(bytes, found + header.length);
  }
  return headEnd + 4;
}

function numberAt(bytes: Buffer, at: number): number {
  let number = 0;
  for (let place = at; ; place += 1) {
    const digit = bytes[place]! - zero;
    if (!(digit >= 0 && digit <= 9)) return number;
    number = 10 * number + digit;
  }
}
