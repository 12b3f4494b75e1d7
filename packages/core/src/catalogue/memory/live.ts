// Which rows are items of a version: a page of bits a segment, shared until one of them changes.
import { segmentMask, segmentRows, segmentShift } from './chunk.ts';

export type Page = Uint32Array;
export type Live = readonly Page[];

const words = segmentRows / 32;

/** Is a row an item? */
export function isLive(live: Live, row: number): boolean {
  const page = live[row >>> segmentShift];
  if (page === undefined) return false;
  return (page[(row & segmentMask) >>> 5]! & (1 << (row & 31))) !== 0;
}

/** Pages that are being changed; those of the version before stay as they are. */
export interface LiveChange {
  readonly pages: Page[];
  /** Pages that are this change's own. */
  readonly own: Set<number>;
}

/** Begins a change of pages. */
export function changeLive(live: Live): LiveChange {
  return { pages: [...live], own: new Set() };
}

/** Makes a row an item, or none any more. */
export function setLive(change: LiveChange, row: number, is: boolean): void {
  const page = ownPage(change, row >>> segmentShift);
  const word = (row & segmentMask) >>> 5;
  const bit = 1 << (row & 31);
  page[word] = is ? page[word]! | bit : page[word]! & ~bit;
}

function ownPage({ pages, own }: LiveChange, at: number): Page {
  while (pages.length <= at) {
    own.add(pages.length);
    pages.push(new Uint32Array(words));
  }
  if (!own.has(at)) {
    own.add(at);
    pages[at] = pages[at]!.slice();
  }
  return pages[at]!;
}

/** How many rows of a segment are items. */
export function countLive(page: Page | undefined): number {
  let count = 0;
  for (const word of page ?? []) {
    // Bits by pairs, by fours, by bytes (Warren, Hacker's Delight, 5-1).
    let bits = word - ((word >>> 1) & 0x5555_5555);
    bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
  }
  return count;
}
