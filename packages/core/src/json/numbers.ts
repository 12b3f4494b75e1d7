// Numbers as JSON writes them: which of them a double holds, and how any other is carried along.

/** A number by its text, as `JSON.rawJSON` makes it: `JSON.stringify` writes it as it stood. */
export interface RawNumber {
  readonly rawJSON: string;
}

/** Of ECMAScript 2026; TypeScript's library does not have them yet. */
const json = JSON as typeof JSON & {
  readonly rawJSON?: (text: string) => RawNumber;
  readonly isRawJSON?: (value: unknown) => value is RawNumber;
};

/** Longer texts are not looked at: no double needs so many digits. */
const lengthMax = 1_000;
const exponentMax = 10_000;

/** What is wrong with a number that a double cannot hold, to be read after its name. */
export const rounded =
  'is a number that would be rounded: it has more digits, or a larger exponent, than a double ' +
  'holds. Send it as text';

/** Is it a number that is carried along by its text? */
export const isRawNumber = (value: unknown): value is RawNumber =>
  typeof value === 'object' && value !== null && json.isRawJSON?.(value) === true;

/** The number by its text. Throws where the runtime cannot carry it. */
export function rawNumber(text: string): RawNumber {
  if (!json.rawJSON) throw new Error(`this browser cannot keep the number ${text.slice(0, 50)}`);
  return json.rawJSON(text);
}

/** Does a double say exactly the number that a text says? 0.1 and 1.10 yes, 2^53 + 1 no. */
export function isHeld(text: string): boolean {
  const number = Number(text);
  if (String(number) === text) return true;
  if (text.length > lengthMax || !Number.isFinite(number)) return false;
  return decimalOf(text) === decimalOf(String(number));
}

/** May it be stored as it is written? PostgreSQL's numbers have more room than this, and an end. */
export function isStorableNumber(text: string): boolean {
  const exponent = Number(text.split(/[eE]/)[1] ?? 0);
  return text.length <= lengthMax && Math.abs(exponent) <= exponentMax;
}

/** The one way to write a decimal number: significant digits and an exponent. */
function decimalOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^\+?(-?)(\d*)(?:\.(\d*))?(?:[eE](.+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  if (end === 0) return '0';
  return `${sign}${digits.slice(0, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}
