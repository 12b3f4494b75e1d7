// Hashes of passwords. Each takes a core for a while, so that all but the CLI queue for it.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { PasswordCost } from '../../../../config.ts';

const maxmem = 64 * 1024 * 1024;
const saltBytes = 16;
const hashBytes = 32;
const form = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/;

export interface Passwords {
  /**
   * Hashes a password. `like` is another teammate's of the same address, if there is one: with its
   * salt, one derivation tells whose of them a password is.
   */
  readonly hash: (password: string, like?: string) => Promise<string>;
  readonly verify: (given: { hash: string; password: string }) => Promise<boolean>;
  /**
   * Which of some teammates' hashes is a password's. It takes as long where there is none, or none
   * is right.
   */
  readonly find: <T extends { readonly hash: string }>(
    password: string,
    among: readonly T[],
  ) => Promise<T | undefined>;
}

/** What a hash is made with, and what it came to. */
interface Parts {
  /** Cost and salt, as they stand in a hash. */
  readonly start: string;
  readonly cost: PasswordCost;
  readonly salt: Buffer;
  readonly derived: Buffer;
}

function read(hash: string): Parts | undefined {
  const [, N, r, p, salt = '', derived = ''] = form.exec(hash) ?? [];
  if (derived === '') return undefined;
  return {
    start: hash.slice(0, hash.lastIndexOf('$')),
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    derived: Buffer.from(derived, 'base64url'),
  };
}

/** Hashing and checking at a cost. */
export function createPasswords(cost: PasswordCost): Passwords {
  const { N, r, p } = cost;
  const usual = `scrypt$${N}$${r}$${p}$`;

  async function hash(password: string, like = ''): Promise<string> {
    const other = like.startsWith(usual) ? read(like) : undefined;
    const salt = other?.salt ?? randomBytes(saltBytes);
    const derived = await derive(password, salt, cost);
    return `${usual}${salt.toString('base64url')}$${derived.toString('base64url')}`;
  }

  async function find<T extends { readonly hash: string }>(password: string, among: readonly T[]) {
    const hashes = among.flatMap((one) => {
      const parts = read(one.hash);
      return parts ? [{ one, ...parts }] : [];
    });
    let found: T | undefined;
    for (const alike of Map.groupBy(hashes, ({ start }) => start).values()) {
      const { salt, cost: known } = alike[0]!;
      const given = await derive(password, salt, known);
      found ??= alike.find(({ derived }) => timingSafeEqual(given, derived))?.one;
    }
    if (hashes.length === 0) await hash(password);
    return found;
  }

  return {
    hash,
    find,
    verify: async ({ hash: one, password }) =>
      (await find(password, [{ hash: one }])) !== undefined,
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
