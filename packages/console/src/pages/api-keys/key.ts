// What a key is to the pages that show it, and words for it.
import { type Permission, permissions, type Source } from '@attune/contract';
import type { Answer } from '../../api/endpoints.ts';

export type Key = Answer<'listKeys'>['keys'][number];

export const aboutSource: Readonly<Record<Source, string>> = {
  'Server-side': 'A secret of your servers; may be given any permission.',
  'Client-side': 'Public, in web pages and apps; may choose and collect.',
};

export const aboutPermission: Readonly<Record<Permission, string>> = {
  serve: 'Asks what a user shall see.',
  collect: 'Reports page views, events and engagement.',
  feed: 'Creates and updates product feeds.',
  userprofile: 'Reads a user’s affinity profile.',
  userdata: 'Exports and erases what is known of a user.',
  manage: 'Creates and changes campaigns and audiences.',
};

/** May a key of this source hold the permission? */
export function suits(permission: Permission, source: Source): boolean {
  return permissions[permission].sources.includes(source);
}

export const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

const whole = new Intl.NumberFormat('en');

/** "1 call", "12,345 calls". */
export function sayCalls(calls: number): string {
  return `${whole.format(calls)} ${calls === 1 ? 'call' : 'calls'}`;
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** The name of one of the last days (UTC), the last of `count` being today. */
export function dayName(at: number, count: number, now = Date.now()): string {
  return day.format(new Date(now - (count - 1 - at) * 86_400_000));
}

/** Has a key stopped working by its own date? */
export function isExpired({ expiresAt }: Pick<Key, 'expiresAt'>, now = Date.now()): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now;
}

/** A first call with a key, to paste into a terminal. */
export function firstCall(value: string): string {
  return `curl -s ${window.location.origin}/v2/keys/self \\
  -H 'SVC-API-Key: ${value}'`;
}

/** What a client is called: pages of a Client-side key have an origin for an address. */
export function nameOf({ userAgent, address }: { userAgent: string; address: string }): string {
  if (userAgent !== '') return userAgent;
  return address.includes('://') ? 'Pages' : 'A program without a name';
}
