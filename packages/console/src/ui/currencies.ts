// The currencies to choose from, by code and name.

const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'code' });
const codes = Intl.supportedValuesOf('currency');

/** Choices of a field, with its own value: the server may know one that this browser does not. */
export function currencyChoices(own: string): { value: string; label: string }[] {
  const all = own === '' || codes.includes(own) ? codes : [own, ...codes];
  return all.map((code) => ({ value: code, label: `${code}, ${nameOf(code)}` }));
}

function nameOf(code: string): string {
  return /^[A-Z]{3}$/.test(code) ? (names.of(code) ?? code) : code;
}
