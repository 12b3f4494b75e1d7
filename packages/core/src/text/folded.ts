// The one form in which texts are compared: whatever the case, the width, and the accents.

const ascii = /^[\0-\x7f]*$/;
/** Accents of Latin, Greek and Cyrillic letters, and what is not seen, such as soft hyphens. */
const accents = /[\u0300-\u036f\p{Default_Ignorable_Code_Point}]/gu;
const unseen = /\p{Default_Ignorable_Code_Point}/gu;
/** Letters with a stroke through them, or made of two, which no normal form takes apart. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', þ: 'th', æ: 'ae', œ: 'oe' },
};
const strokes = RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/**
 * A text in the form in which one that is looked for is found in it: `Übergröße` and `UBERGROSSE`
 * are one, `ÉCLAIR` and `eclair`. Nothing of it is stored, so that it may change.
 */
export function folded(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return inOneCase(text)
    .replaceAll(accents, '')
    .replaceAll(strokes, (letter) => plainLetters[letter]!);
}

/** The same with accents: full case folding, of the compatibility form (NFKC). */
export function foldedCase(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return inOneCase(text).replaceAll(unseen, '').normalize('NFKC');
}

/**
 * Decomposed (NFKD), in one case. Upper case writes ß and ﬁ out, of what lower case has made of ẞ;
 * a sigma at the end of a word is one.
 */
const inOneCase = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll('ς', 'σ');
