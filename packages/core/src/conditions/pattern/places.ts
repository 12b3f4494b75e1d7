// Knows where in a pattern a character leads to, all ways at once.

import type { Character } from './characters.ts';
import type { Program } from './program.ts';

/** What stands before a place in the text, as far as `^` and `\b` ask. */
export type Before = 'start' | 'word' | 'other';

/** Follows a pattern; reuses its memory, so that one text is read at a time. */
export interface Places {
  /** Goes on from some places by a character. Answers whether the pattern had matched before it. */
  readonly follow: (from: Uint16Array, before: Before, character: Character) => boolean;
  /** Where the last character led to; good until the character after the next. */
  readonly found: () => Uint16Array;
}

const CHARACTER = 0;
const FORK = 1;
const ACCEPT = 2;
/** An assertion is ASSERT and a bit for each of the signs that `holds` lists. */
const ASSERT = 16;
const signs = ['^', '$', '\\b', '\\B'] as const;

/** Makes what follows a program. */
export function placesOf(program: Program): Places {
  const { kinds, firsts, atoms, targets } = flatten(program);
  const size = kinds.length;
  /** In which round an instruction was visited, and one was found to go on with. */
  const visited = new Uint32Array(size);
  const foundIn = new Uint32Array(size + 1);
  const stack = new Uint16Array(size);
  // Two lists in turn: what was found last is what is gone on from next.
  let list = new Uint16Array(size + 1);
  let spare = new Uint16Array(size + 1);
  let count = 0;
  let round = 0;
  const follow: Places['follow'] = (from, before, character) => {
    round += 1;
    [list, spare] = [spare, list];
    count = 0;
    // A match may begin anywhere, unless it has to begin at the start.
    if (!program.isAnchored) list[count++] = 0;
    foundIn[0] = round;
    const held = holds(before, character);
    const { matches } = character;
    let top = 0;
    for (let index = 0; index < from.length; index += 1) {
      stack[top++] = from[index]!;
      visited[from[index]!] = round;
    }
    while (top > 0) {
      const at = stack[--top]!;
      const kind = kinds[at]!;
      if (kind === CHARACTER) {
        if (matches[atoms[at]!] && foundIn[at + 1] !== round) {
          foundIn[at + 1] = round;
          list[count++] = at + 1;
        }
        continue;
      }
      if (kind === ACCEPT) return true;
      if (kind !== FORK && (kind & held) === 0) continue;
      for (let index = firsts[at]!; index < firsts[at + 1]!; index += 1) {
        const to = targets[index]!;
        if (visited[to] === round) continue;
        visited[to] = round;
        stack[top++] = to;
      }
    }
    return false;
  };
  return { follow, found: () => list.subarray(0, count) };
}

/** The assertions that hold between two characters, as bits. */
function holds(before: Before, { isEnd, isWord }: Character): number {
  const isBoundary = (before === 'word') !== isWord;
  const truths = [before === 'start', isEnd, isBoundary, !isBoundary];
  return truths.reduce((bits, isTrue, index) => bits | (isTrue ? ASSERT << index : 0), 0);
}

/** Instructions as numbers: atoms of characters; of others, where their targets begin. */
function flatten({ instructions }: Program) {
  const kinds = new Uint8Array(instructions.length);
  const firsts = new Uint32Array(instructions.length + 1);
  const targets: number[] = [];
  for (const [at, instruction] of instructions.entries()) {
    firsts[at] = targets.length;
    if (instruction.kind === 'character') {
      kinds[at] = CHARACTER;
    } else if (instruction.kind === 'accept') {
      kinds[at] = ACCEPT;
    } else if (instruction.kind === 'fork') {
      kinds[at] = FORK;
      targets.push(...instruction.to);
    } else {
      kinds[at] = ASSERT << signs.indexOf(instruction.sign);
      targets.push(at + 1);
    }
  }
  firsts[instructions.length] = targets.length;
  const atoms = Uint16Array.from(instructions, (one) => (one.kind === 'character' ? one.atom : 0));
  return { kinds, firsts, atoms, targets: Uint16Array.from(targets) };
}
