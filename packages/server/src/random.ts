// Random bytes: asking the system for them costs more than using them.
import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(4_096);
let used = pool.length;

/** Where the next bytes of the pool are. */
function take(bytes: number): number {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return used - bytes;
}

/** Two hexadecimal digits for each of up to 4,096 bytes of a CSPRNG. */
export function randomHex(bytes: number): string {
  const at = take(bytes);
  return pool.toString('hex', at, at + bytes);
}

/** Up to 4,096 bytes of a CSPRNG, to be used before anything else takes some. */
export function pooledRandomBytes(bytes: number): Buffer {
  const at = take(bytes);
  return pool.subarray(at, at + bytes);
}
