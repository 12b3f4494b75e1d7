// The files that entries of the audit log are exported as.
import type { Answer } from '../../api/endpoints.ts';

export type Entry = Answer<'listAudit'>['entries'][number];

export interface Format {
  readonly title: string;
  readonly ending: string;
  readonly type: string;
  readonly head: string;
  readonly lineOf: (entry: Entry) => string;
}

const columns = ['id', 'at', 'actor', 'action', 'subject', 'details'] as const;

export const formats: readonly Format[] = [
  {
    title: 'NDJSON',
    ending: 'ndjson',
    type: 'application/x-ndjson',
    head: '',
    lineOf: (entry) => `${JSON.stringify(entry)}\n`,
  },
  {
    title: 'CSV',
    ending: 'csv',
    type: 'text/csv;charset=utf-8',
    head: `${columns.join(',')}\r\n`,
    lineOf: (entry) => `${columns.map((name) => cellOf(entry[name])).join(',')}\r\n`,
  },
];

/**
 * A cell of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe in
 * front (OWASP, CSV injection): `=`, `+`, `-`, `@`, tab, or a line's end, where a cell may begin.
 */
function cellOf(value: unknown): string {
  const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
  const safe = /^\s*[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
