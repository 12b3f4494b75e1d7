// Which rows of a table are shown, in which order: TanStack Table, with what Attune's tables use.
import { folded } from '@attune/core';
import {
  type ColumnDef,
  columnFilteringFeature,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  type ReactTable,
  type RowSelectionState,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { type Column, compareValues } from './column.ts';
import type { TableState } from './state.ts';
import type { TableStore } from './use-state.ts';

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
});
type Features = typeof features;

export type Rows<Row extends object> = ReactTable<Features, Row>;

interface Given<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => string | number;
  /** What a search looks through. */
  readonly textOf: (row: Row) => string;
  readonly store: TableStore;
  readonly pageSize: number;
}

/** The rows that a store's state shows, by page. */
export function useRows<Row extends object>(given: Given<Row>): Rows<Row> {
  const { rows, columns, idOf, textOf, store, pageSize } = given;
  const { state, onChange } = store;
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const search = useMemo(() => searchIn(textOf), [textOf]);
  const sorting = useMemo(() => sortingOf(state, columns), [state, columns]);
  const columnFilters = useMemo(() => filtersOf(state, columns), [state, columns]);
  return useTable<Features, Row>({
    features,
    data: rows as Row[],
    columns: definitions,
    getRowId: (row) => String(idOf(row)),
    state: {
      globalFilter: state.q.trim(),
      sorting,
      columnFilters,
      pagination: { pageIndex: state.page, pageSize },
      rowSelection,
    },
    globalFilterFn: (row, _column, text: string) => search(row.original, text),
    getColumnCanGlobalFilter: () => true,
    enableMultiSort: false,
    autoResetPageIndex: false,
    onSortingChange: (updater) => {
      const [first] = applied(updater, sorting);
      onChange({ sort: first && { column: first.id, isDescending: first.desc } });
    },
    onPaginationChange: (updater) => {
      const before = { pageIndex: state.page, pageSize };
      onChange({ page: applied(updater, before).pageIndex });
    },
    onRowSelectionChange: setRowSelection,
  });
}

function applied<T>(updater: Updater<T>, before: T): T {
  return typeof updater === 'function' ? (updater as (before: T) => T)(before) : updater;
}

function definitionOf<Row extends object>(
  { id, head, sortBy, isNumber, isLatestFirst, filter }: Column<Row>,
  at: number,
): ColumnDef<Features, Row> {
  return {
    id,
    header: head,
    accessorFn: (row: Row) => sortBy?.(row) ?? undefined,
    enableSorting: sortBy !== undefined,
    sortDescFirst: Boolean(isNumber || isLatestFirst),
    sortUndefined: 'last',
    sortFn: (one, other, column) => compareValues(one.getValue(column), other.getValue(column)),
    // A search looks at whole rows: once for each is enough.
    enableGlobalFilter: at === 0,
    enableColumnFilter: filter !== undefined,
    filterFn: (row, _column, value: string) =>
      filter?.valuesOf(row.original).includes(value) ?? true,
  };
}

function sortingOf<Row>({ sort }: TableState, columns: readonly Column<Row>[]): SortingState {
  const isThere = columns.some(({ id, sortBy }) => id === sort?.column && sortBy);
  return sort && isThere ? [{ id: sort.column, desc: sort.isDescending }] : [];
}

function filtersOf<Row>({ filters }: TableState, columns: readonly Column<Row>[]) {
  return columns.flatMap(({ id, filter }) => {
    const value = filters[id] ?? '';
    return filter && value !== '' ? [{ id, value }] : [];
  });
}

/** Finds every word of a text in a row, whatever the case and the accents. */
function searchIn<Row extends object>(textOf: (row: Row) => string) {
  const texts = new WeakMap<Row, string>();
  const foldedOf = (row: Row) => {
    const known = texts.get(row) ?? folded(textOf(row));
    texts.set(row, known);
    return known;
  };
  return (row: Row, text: string) =>
    folded(text)
      .split(/\s+/)
      .every((word) => foldedOf(row).includes(word));
}
