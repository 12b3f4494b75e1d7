// A key as its pages show it, and labels for it.
import { type Permission, permissions, type Source } from '@attune/contract';
import type { Answer } from '../../api/endpoints.ts';

export type Key = Answer<'listKeys'>['keys'][number];

export const aboutSource: Readonly<Record<Source, string>> = {
  'Server-side': 'Secret, for your servers. Can have every permission.',
  'Client-side': 'Public, for web pages and apps. Can choose and collect.',
};

export const aboutPermission: Readonly<Record<Permission, string>> = {
  serve: 'Get the experiences that a visitor sees.',
  collect: 'Send page views, events and engagement.',
  feed: 'Create and update product feeds.',
  userprofile: 'Read the affinity profile of a user.',
  userdata: 'Export and erase the data of a user.',
  manage: 'Create and change campaigns and audiences.',
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
  return address.includes('://') ? 'Web pages' : 'Unnamed application';
}
