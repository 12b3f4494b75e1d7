// Who has connected and has no socket yet, and how far his first request has come.
import type { Socket } from 'node:net';
import { lastPriority } from './gate.ts';
import { beginningOf, bodyBytesMax, type Head, headPiecesMax } from './plain/head.ts';
import { rankOf } from './rank.ts';

const openedAt = Symbol('opened at');

/** What Node has beneath a socket, as far as it is used here. */
export interface Handle {
  onread: unknown;
  /** Of Node: is it being read? */
  reading?: boolean;
  [openedAt]?: number;
  /** All that was read so far. */
  readonly bytesRead: number;
  readonly readStart: () => number;
  readonly readStop: () => number;
  readonly close: () => void;
}

/** What Node has beneath a server. */
export interface Door {
  onconnection: ((this: Door, error: number | undefined, handle?: Handle) => void) | undefined;
}

/** Of a body: in more pieces than that it comes slowly, and would be put together ever again. */
const bodyPiecesMax = 32;

/** Who is in the anteroom. */
export interface Guest {
  readonly handle: Handle;
  readonly door: Door;
  /** What he has sent so far, and in how many pieces. */
  held: Buffer | undefined;
  pieces: number;
  /** Of his first request, once all of it is here. */
  head: Head | undefined;
  /** All of his first request, in bytes; unknown before its head is whole. */
  whole: number | undefined;
  /** Since when he is waited for, or waits for the gate. */
  since: number;
}

/** Who has just connected. */
export function createGuest(handle: Handle, door: Door): Guest {
  const since = performance.now();
  handle[openedAt] = since;
  const nothing = { held: undefined, pieces: 0, head: undefined, whole: undefined };
  return { handle, door, ...nothing, since };
}

/** When a connection was opened, by `performance.now()`: before it had a socket. */
export function openedAtOf(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: Handle };
  return handle?.[openedAt] ?? performance.now();
}

/** Is a guest's first request one that may be plain, and some of it still to come? */
export function isToCome(guest: Guest): boolean {
  const held = guest.held!;
  if (guest.whole === undefined) {
    const found = beginningOf(held);
    if (found === 'unfinished') return guest.pieces <= headPiecesMax;
    guest.head = found?.head;
    if (!found || found.head.bodyBytes > bodyBytesMax) return false;
    guest.whole = found.end + found.head.bodyBytes;
    guest.pieces = 0;
  }
  return held.length < guest.whole && guest.pieces <= bodyPiecesMax;
}

/** The head of what a guest asks for, if it is let in last of all. */
export const lastHeadOf = ({ head }: Guest): Head | undefined =>
  head && rankOf(head)?.priority === lastPriority ? head : undefined;
