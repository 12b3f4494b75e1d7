// A unit for strings of fast-check: any code point but half a surrogate pair.
import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };
const count = 0x110000 - surrogates.count;

/**
 * What fast-check calls the unit `binary`. That one makes a table of all 1,112,064 of them first,
 * which takes a second and a half in each process.
 */
export const codePoint: fc.Arbitrary<string> = fc.nat(count - 1).map(
  (at) => String.fromCodePoint(at < surrogates.first ? at : at + surrogates.count),
  (text) => {
    const code = String(text).codePointAt(0);
    if (code === undefined || String.fromCodePoint(code) !== text) throw new Error('not one');
    return code < surrogates.first ? code : code - surrogates.count;
  },
);
