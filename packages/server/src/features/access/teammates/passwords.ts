// Hashes of passwords, a few at a time: a flood of sign-ins takes no more than a share of a core
// from what pages wait for.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../../api-error.ts';
import type { PasswordCost } from '../../../config.ts';

const maxmem = 64 * 1024 * 1024;
const saltBytes = 16;
const hashBytes = 32;
const form = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/;

/** In the long run hashes take that share of a core; for a while they may take all of it. */
const share = 1 / 4;
const aheadMs = 20_000;
/** Further ones are refused. */
const mostWaiting = 8;

export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (given: { hash: string; password: string }) => Promise<boolean>;
}

/** Hashing and checking, one at a time. Both throw `overloaded` when too many wait. */
export function createPasswords(cost: PasswordCost): Passwords {
  let waiting = 0;
  let queue: Promise<unknown> = Promise.resolve();
  /** When what was hashed will have been no more than the share. */
  let evenAt = 0;

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (waiting >= mostWaiting) {
      throw new ApiError('overloaded', 'Too many are signing in; try again in a few seconds.', {
        headers: { 'retry-after': '5' },
      });
    }
    waiting += 1;
    const done = queue.then(async () => {
      const restMs = evenAt - performance.now() - aheadMs;
      if (restMs > 0) await pause(restMs);
      waiting -= 1;
      const began = performance.now();
      try {
        return await work();
      } finally {
        const now = performance.now();
        evenAt = Math.max(evenAt, began) + (now - began) / share;
      }
    });
    queue = done.catch(() => undefined);
    return done;
  }

  return {
    hash: (password) =>
      inTurn(async () => {
        const salt = randomBytes(saltBytes);
        const hash = await derive(password, salt, cost);
        const { N, r, p } = cost;
        return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join(
          '$',
        );
      }),
    verify: ({ hash, password }) =>
      inTurn(async () => {
        const [, N, r, p, salt = '', kept = ''] = form.exec(hash) ?? [];
        if (kept === '') return false;
        const known = { N: Number(N), r: Number(r), p: Number(p) };
        const given = await derive(password, Buffer.from(salt, 'base64url'), known);
        return timingSafeEqual(given, Buffer.from(kept, 'base64url'));
      }),
  };
}

/** Passwords that look alike are alike, however they were typed (NIST SP 800-63B, 3.1.1.2). */
function derive(password: string, salt: Buffer, { N, r, p }: PasswordCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, hashBytes, { N, r, p, maxmem }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });
}
