// The countries of ISO 3166-1 by their codes, with the names that the browser has for them.

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Regions that are no country: unions, the world's rest, tests of software. */
const others = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

let known: Readonly<Record<string, string>> | undefined;

export function countries(): Readonly<Record<string, string>> {
  known ??= find();
  return known;
}

function find(): Readonly<Record<string, string>> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const codes = letters.flatMap((one) => letters.map((other) => one + other));
  const found = codes.flatMap((code): [string, string][] => {
    // What a country was called before has another code today.
    const [today] = Intl.getCanonicalLocales(`und-${code}`);
    const name = today === `und-${code}` && !others.has(code) ? names.of(code) : undefined;
    return name === undefined ? [] : [[code, name]];
  });
  return Object.fromEntries(found.sort(([, a], [, b]) => a.localeCompare(b, 'en')));
}
