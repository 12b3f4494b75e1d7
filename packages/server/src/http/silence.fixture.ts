// Removes notifications from PostgreSQL's answers, and leaves the rest as it is.
import { Transform } from 'node:stream';

/** The letter of a NotificationResponse (PostgreSQL's documentation, "Message Formats"). */
const notification = 'A'.charCodeAt(0);
const headBytes = 5;

/** A filter for one connection; `onSwallowed` is called for every notification. */
export function withoutNotifications(onSwallowed: () => void): Transform {
  let begun = Buffer.alloc(0);
  let left = 0;
  let isSwallowed = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let data = begun.length > 0 ? Buffer.concat([begun, chunk]) : chunk;
      const passed: Buffer[] = [];
      while (data.length > 0) {
        if (left === 0) {
          if (data.length < headBytes) break;
          // The length counts itself, and not the letter.
          left = 1 + data.readUInt32BE(1);
          isSwallowed = data[0] === notification;
          if (isSwallowed) onSwallowed();
        }
        const part = data.subarray(0, left);
        if (!isSwallowed) passed.push(part);
        left -= part.length;
        data = data.subarray(part.length);
      }
      begun = Buffer.from(data);
      if (passed.length > 0) this.push(Buffer.concat(passed));
      done();
    },
  });
}
