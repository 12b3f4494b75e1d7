// Which filters fields can show, and what of them cannot be sent as it is typed.
import type { ItemFilter } from '@attune/core';
import { type FilterDraft, isOrder } from './filters.ts';

export interface Fault {
  /** From the root of what is edited. */
  readonly pointer: string;
  readonly detail: string;
}

export const noNumber = 'Give a number.';

/** What is missing in filters; `pointer` leads to their list. */
export function filterErrors(
  filters: readonly FilterDraft[] | undefined,
  pointer: string,
): readonly Fault[] {
  return (filters ?? []).flatMap((filter, at) => {
    const tell = (name: string, detail: string) => ({
      pointer: `${pointer}/${at}/${name}`,
      detail,
    });
    return [
      ...['from', 'to', 'days']
        .filter((name) => filter[name] === '')
        .map((name) => tell(name, noNumber)),
      ...(isOrder(filter['is']) && filter['value'] === '' ? [tell('value', noNumber)] : []),
      ...(filter['column'] === '' ? [tell('column', 'Choose a column.')] : []),
    ];
  });
}

/** Can fields show all of them? */
export const areFilters = (json: unknown): json is readonly FilterDraft[] =>
  Array.isArray(json) && json.every(isFilter);

function isFilter(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  const filter = json as Readonly<Record<string, unknown>>;
  const are = (type: string, ...names: string[]) =>
    names.every((name) => typeof filter[name] === type);
  switch (filter['type'] as ItemFilter['type']) {
    case 'column':
      return are('string', 'column', 'is') && typeof filter['value'] !== 'object';
    case 'same':
      return are('string', 'column');
    case 'price-near':
      return are('number', 'from', 'to');
    case 'not-purchased':
    case 'not-viewed':
      return are('number', 'days');
    case 'in-stock':
    case 'not-in-cart':
    case 'not-on-page':
      return true;
    default:
      return false;
  }
}
