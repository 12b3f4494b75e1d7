// What has come since the page was opened, and what of it is shown while the list is read.
import { folded } from '@attune/core';
import type { Answer } from '../../api/endpoints.ts';
import { nameOf } from './labels.ts';

export type Entry = Answer<'readLive'>['entries'][number];

/** What is held; the latest first. */
export interface Buffer {
  readonly last: string | undefined;
  readonly entries: readonly Entry[];
}

/** More would make the page slow; the oldest go first. */
export const mostHeld = 500;
export const emptyBuffer: Buffer = { last: undefined, entries: [] };

/** Adds what an answer brought; what is there already is not added again. */
export function addTo(held: Buffer, { last, entries }: Answer<'readLive'>): Buffer {
  const newest = held.entries[0]?.number ?? -1;
  const fresh = entries.filter(({ number }) => number > newest);
  if (fresh.length === 0) return { ...held, last };
  return { last, entries: [...fresh, ...held.entries].slice(0, mostHeld) };
}

export interface Filter {
  readonly text: string;
  /** Refused requests, and events that are not used. */
  readonly isRefusedOnly: boolean;
}

/** Was the request refused, or is the event not used? */
function isRefused({ status, isUsed }: Entry): boolean {
  return isUsed === false || (status !== null && status >= 400);
}

/** Every word of the filter is somewhere in the entry, however it is written. */
export function matches(entry: Entry, { text, isRefusedOnly }: Filter): boolean {
  if (isRefusedOnly && !isRefused(entry)) return false;
  const { endpoint, key, status, traceId, user, why } = entry;
  const person = user ? `${user.name?.value ?? ''} ${user.id}` : '';
  const names = `${nameOf(entry)} ${endpoint} ${person} ${key ?? ''}`;
  const said = folded(`${names} ${status ?? ''} ${traceId} ${why}`);
  return folded(text)
    .split(/\s+/)
    .every((word) => said.includes(word));
}
