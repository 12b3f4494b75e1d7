// What an entry of the live list is called, and what became of it, in words.
import type { Answer } from '../../api/endpoints.ts';
import type { Tone } from '../../ui/mark.tsx';

type Entry = Answer<'readLive'>['entries'][number];

/** Codes of errors, such as not_found, stay as they are. */
export const capitalised = (text: string) =>
  /^[a-z]+_/.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1);

/** Events have names of their own; a request has that of its endpoint: "Collect events". */
export function nameOf({ kind, endpoint }: Pick<Entry, 'kind' | 'endpoint'>): string {
  if (endpoint === '') return 'Unknown address';
  if (kind !== 'request') return endpoint;
  return capitalised(endpoint.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}

interface Outcome {
  readonly tone: Tone;
  readonly children: string;
}

export function outcomeOfRequest(status: number): Outcome {
  if (status >= 500) return { tone: 'bad', children: `${status} Failed` };
  if (status >= 400) return { tone: 'odd', children: `${status} Rejected` };
  return { tone: 'good', children: `${status} OK` };
}

/** null: the worker decides. */
export function outcomeOfEvent(isUsed: boolean | null): Outcome {
  if (isUsed === null) return { tone: 'neutral', children: 'Conditional' };
  return isUsed ? { tone: 'good', children: 'Used' } : { tone: 'odd', children: 'Not used' };
}
