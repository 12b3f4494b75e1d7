// The files that entries of the audit log are exported as.
import { csvLine } from '@attune/core';
import type { Answer } from '../../api/endpoints.ts';

export type Entry = Answer<'listAudit'>['entries'][number];

export interface Format {
  readonly title: string;
  readonly ending: string;
  readonly type: string;
  readonly head: string;
  readonly lineOf: (entry: Entry) => string;
}

const columns = ['id', 'at', 'actor', 'action', 'subject', 'subjectId', 'details'] as const;

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
    head: csvLine(columns),
    lineOf: ({ details, ...entry }) =>
      csvLine(columns.map((name) => (name === 'details' ? detailsOf(details) : entry[name]))),
  },
];

const detailsOf = (details: Entry['details']) =>
  details === null ? null : JSON.stringify(details);
