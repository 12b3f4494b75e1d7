// What a reader has chosen to see of a table, and how an address says it: `?q=hero&sort=-changed`.

export interface TableState {
  /** What was typed into the search. */
  readonly q: string;
  /** By column; a column that is absent filters nothing. */
  readonly filters: Readonly<Record<string, string>>;
  readonly sort: { readonly column: string; readonly isDescending: boolean } | undefined;
  /** From 0. */
  readonly page: number;
}

export const emptyState: TableState = { q: '', filters: {}, sort: undefined, page: 0 };

/** A change of what is shown begins at the first page, unless it is a change of the page. */
export function changed(state: TableState, part: Partial<TableState>): TableState {
  return { ...state, page: 0, ...part };
}

/** The order after a press on a head: its first, its other, then none. */
export function pressed(
  sort: TableState['sort'],
  column: string,
  isFirstDescending: boolean,
): TableState['sort'] {
  if (sort?.column !== column) return { column, isDescending: isFirstDescending };
  return sort.isDescending === isFirstDescending
    ? { column, isDescending: !isFirstDescending }
    : undefined;
}

export const isFiltered = ({ q, filters }: TableState) =>
  q.trim() !== '' || Object.values(filters).some((value) => value !== '');

/** The state that an address has; `filterIds` are the columns that it may filter by. */
export function stateIn(search: URLSearchParams, filterIds: readonly string[]): TableState {
  const sort = search.get('sort') ?? '';
  const page = Number(search.get('page') ?? 1);
  const named = filterIds.map((id) => [id, search.get(id) ?? ''] as const);
  return {
    q: search.get('q') ?? '',
    filters: Object.fromEntries(named.filter(([, value]) => value !== '')),
    sort:
      sort === ''
        ? undefined
        : { column: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') },
    page: Number.isSafeInteger(page) && page > 0 ? page - 1 : 0,
  };
}

/** An address with a state, and with whatever else it had. */
export function withState(
  search: URLSearchParams,
  { q, filters, sort, page }: TableState,
  filterIds: readonly string[],
): URLSearchParams {
  const next = new URLSearchParams(search);
  const set = (name: string, value: string) =>
    value === '' ? next.delete(name) : next.set(name, value);
  set('q', q);
  for (const id of filterIds) set(id, filters[id] ?? '');
  set('sort', sort ? `${sort.isDescending ? '-' : ''}${sort.column}` : '');
  set('page', page > 0 ? String(page + 1) : '');
  return next;
}
