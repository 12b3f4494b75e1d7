// Knows which characters a pattern does not distinguish, so that one of each class is tested.

/** What a code unit is to a pattern; all that it treats alike share one. */
export interface Character {
  readonly id: number;
  /** By the pattern's atoms, whether one matches. */
  readonly matches: readonly boolean[];
  readonly isWord: boolean;
  /** Is it the end of the text, which is no character? */
  readonly isEnd: boolean;
}

export const END: Character = { id: 0, matches: [], isWord: false, isEnd: true };

/** Of characters beyond ASCII, how many are remembered by a pattern. */
const MAX_OTHERS = 1_000;

/**
 * Makes the function that gives what a code unit is. Asks the engine about each atom by itself, so
 * that its rules for classes and for letters of either case hold here too.
 */
export function classify(atoms: readonly string[], flags: '' | 'i'): (code: number) => Character {
  const tests = atoms.map((text) => {
    const isLiteral = text.length === 1 && text !== '.';
    return new RegExp(`^${isLiteral ? escaped(text) : text}$`, flags);
  });
  const byMatches = new Map<string, Character>();
  const ascii: (Character | undefined)[] = new Array(128).fill(undefined);
  const others = new Map<number, Character>();
  const find = (code: number): Character => {
    const text = String.fromCharCode(code);
    const matches = tests.map((test) => test.test(text));
    const isWord = /^\w$/.test(text);
    const key = `${isWord}${matches.map(Number).join('')}`;
    const known = byMatches.get(key);
    const found = known ?? { id: byMatches.size + 1, matches, isWord, isEnd: false };
    byMatches.set(key, found);
    if (code < 128) ascii[code] = found;
    else if (others.size < MAX_OTHERS) others.set(code, found);
    return found;
  };
  return (code) => (code < 128 ? ascii[code] : others.get(code)) ?? find(code);
}

/** A character that stands for itself, as a pattern. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
