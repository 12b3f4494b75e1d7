// Numbers that can be read in two ways: both readings, and examples of a file.

interface Note {
  readonly column: string;
  /** As the check quotes it. */
  readonly example: string;
}

interface Result {
  readonly column: string;
  readonly examples: readonly { readonly before: string | null }[];
}

/** `1.299` is 1299 where a comma stands before decimals, else 1.299. */
export function readAs(text: string, decimalComma: boolean): string {
  const number = /\d{1,3}[.,]\d{3}/.exec(text)?.[0] ?? text;
  const isDecimal = number.includes(',') === decimalComma;
  return isDecimal ? number.replace(',', '.') : number.replace(/[.,]/, '');
}

const ambiguous = /^\D*[1-9]\d{0,2}[.,]\d{3}\D*$/;
const shownMost = 2;

/** Up to two, which differ. */
export function examplesOf(notes: readonly Note[], results: readonly Result[]): readonly string[] {
  const columns = new Set(notes.map(({ column }) => column));
  const texts = [
    ...notes.map(({ example }) => example.replaceAll('"', '')),
    ...results
      .filter(({ column }) => columns.has(column))
      .flatMap(({ examples }) => examples.map(({ before }) => before ?? '')),
  ];
  return [...new Set(texts)].filter((text) => ambiguous.test(text)).slice(0, shownMost);
}
