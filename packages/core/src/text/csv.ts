// A line of CSV (RFC 4180) that runs nothing in a spreadsheet.

/** What a cell may hold. */
export type CsvValue = string | number | boolean | null;

/**
 * How a text begins that a spreadsheet may take for a formula, also after it has trimmed it (OWASP,
 * "CSV Injection"); full-width forms are formulas in some languages. An apostrophe before it is
 * guarded as well, so that what was put in front can be taken away again.
 */
const formula = /^'*\s*[=+\-@＝＋－＠\t\r\n]/;

const special = /[",;\r\n]|^\s|\s$/;

/** A line with its end. Numbers stay numbers; an apostrophe is put before text like a formula. */
export const csvLine = (cells: readonly CsvValue[]): string => `${cells.map(cellOf).join(',')}\r\n`;

function cellOf(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = formula.test(value) ? `'${value}` : value;
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
