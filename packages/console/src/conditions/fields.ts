// What conditions can ask about a visitor of the site, as rows offer it.
import { parsePath } from '@attune/core';
import type { Answer } from '../api/endpoints.ts';
import type { Kind } from './operators.ts';

export interface Field {
  /** As conditions write it; `*` stands for any name. */
  readonly path: string;
  /** The last name of it. */
  readonly name: string;
  readonly source: ListedField['source'];
  /** Under which it is offered. */
  readonly group: string;
  readonly about: string;
  /** undefined: it may be of any. */
  readonly kind: Kind | undefined;
  /** It has several values at once. */
  readonly isList: boolean;
  /** What it often is, the most frequent first. */
  readonly values: readonly string[];
}

type ListedField = Answer<'listAudienceFields'>['items'][number];

const groups: Readonly<Record<ListedField['source'], string>> = {
  'built-in': 'Every visitor',
  page: 'Attributes of your pages',
  attribute: 'Attributes of your people',
  affinity: 'Affinity',
  event: 'Events',
  activity: 'Activity',
  audience: 'Audiences',
};
const kinds: Readonly<Record<ListedField['type'], Kind | undefined>> = {
  string: 'text',
  list: 'text',
  number: 'number',
  boolean: 'boolean',
  any: undefined,
};

/** A field of the service as rows have it. */
export function fieldOf({ path, type, source, description, values }: ListedField): Field {
  return {
    path,
    name: parsePath(path).at(-1) ?? path,
    source,
    group: groups[source],
    about: description,
    kind: kinds[type],
    isList: type === 'list',
    values: values.map(({ value }) => String(value)),
  };
}

/** The field that a path is one of; a path may have `*` as well, for any name. */
export function fieldFor(fields: readonly Field[], path: string): Field | undefined {
  const exact = fields.find((one) => one.path === path);
  if (exact) return exact;
  const names = parsePath(path);
  return fields.find(({ path: pattern }) => {
    const parts = pattern.includes('*') ? parsePath(pattern) : [];
    return (
      parts.length === names.length && parts.every((part, at) => part === '*' || part === names[at])
    );
  });
}
