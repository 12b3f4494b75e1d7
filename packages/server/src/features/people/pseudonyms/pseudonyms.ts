// What stays known of an erased person: keyed hashes, which match only people who are there.
import { createHmac } from 'node:crypto';
import type { Identifier } from '@attune/core';
import type { ErasureDeletion } from '../../../context.ts';

const bytes = 16;
const blockBytes = 64;
const namePrefix = 'erased name\n';
const userPrefix = 'erased user\n';

/** The pseudonyms of names and user ids, each once; the key is the site's salt. */
export function pseudonymsOf(
  salt: Buffer,
  names: readonly Identifier[],
  userIds: readonly string[],
): Buffer[] {
  const texts = new Set([
    ...names.map(({ type, value }) => `${namePrefix}${type}\n${value}`),
    ...userIds.map((userId) => `${userPrefix}${userId}`),
  ]);
  return [...texts].map((text) => hashOf(salt, text));
}

/** What a person is called where their name must not stand: hex. One name has one pseudonym. */
export function pseudonymOf(salt: Buffer, name: Identifier): string {
  return pseudonymsOf(salt, [name], [])[0]!.toString('hex');
}

/** What a ledger calls a site: a restored database may have given its id to another one. */
export function siteMark(salt: Buffer): string {
  return hashOf(salt, 'ledger site').toString('hex');
}

/** An erasure for the ledger. */
export function deletionOf(
  {
    id,
    at,
    traces,
    claims,
  }: {
    readonly id: string;
    readonly at: Date;
    readonly traces: readonly Buffer[];
    readonly claims?: boolean;
  },
  salt: Buffer,
): ErasureDeletion {
  return {
    at: at.toISOString(),
    erasure: id,
    site: siteMark(salt),
    traces: traces.map((trace) => trace.toString('hex')),
    ...(claims && { claims }),
  };
}

function hashOf(salt: Buffer, text: string): Buffer {
  return createHmac('sha256', salt).update(text).digest().subarray(0, bytes);
}

/** The parts from which PostgreSQL makes the same traces, which has SHA-256 but no HMAC. */
export function pseudonymParts(salt: Buffer) {
  if (salt.length > blockBytes) throw new Error('a salt fits a block of SHA-256');
  const padded = (byte: number) => {
    const block = Buffer.alloc(blockBytes, byte);
    salt.forEach((value, at) => {
      block[at] = value ^ byte;
    });
    return block;
  };
  // RFC 2104: H(K xor opad, H(K xor ipad, text)).
  return { inner: padded(0x36), outer: padded(0x5c), bytes, namePrefix, userPrefix };
}
