// Hashes of passwords. Each takes a core for a while, so that all but the CLI queue for it.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { PasswordCost } from '../../../config.ts';

const maxmem = 64 * 1024 * 1024;
const saltBytes = 16;
const hashBytes = 32;
const form = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/;

export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (given: { hash: string; password: string }) => Promise<boolean>;
}

/** Hashing and checking at a cost. */
export function createPasswords(cost: PasswordCost): Passwords {
  return {
    hash: async (password) => {
      const salt = randomBytes(saltBytes);
      const hash = await derive(password, salt, cost);
      const { N, r, p } = cost;
      return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
    },
    verify: async ({ hash, password }) => {
      const [, N, r, p, salt = '', kept = ''] = form.exec(hash) ?? [];
      if (kept === '') return false;
      const known = { N: Number(N), r: Number(r), p: Number(p) };
      const given = await derive(password, Buffer.from(salt, 'base64url'), known);
      return timingSafeEqual(given, Buffer.from(kept, 'base64url'));
    },
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
