// The same table where the service searches, sorts and pages: for lists too long to load whole.
import { Paper, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Column } from './column.ts';
import classes from './data-table.module.css';
import { NoMatch } from './no-match.tsx';
import { SearchBox } from './search-box.tsx';
import { isFiltered, pressed } from './state.ts';
import { TableGrid } from './table-grid.tsx';
import { TablePages } from './table-pages.tsx';
import type { TableStore } from './use-state.ts';

interface Given<Row extends object> {
  readonly label: string;
  /** Those of the page that the state says. */
  readonly rows: readonly Row[];
  /** On all pages. */
  readonly found: number;
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => string | number;
  readonly search: { readonly label: string; readonly placeholder: string };
  readonly store: TableStore;
  readonly actions?: (row: Row) => ReactNode;
  readonly pageSize: readonly [number, (size: number) => void];
}

export function RemoteTable<Row extends object>(given: Given<Row>) {
  const { label, rows, found, columns, idOf, search, actions } = given;
  const { state, onChange } = given.store;
  const [size, onSize] = given.pageSize;
  const isLatestFirst = (column: string) =>
    columns.some((one) => one.id === column && (one.isLatestFirst || one.isNumber));
  return (
    <Stack gap="sm" className={classes['frame']}>
      <search className="no-print">
        <SearchBox {...{ search, onChange }} q={state.q} />
      </search>
      {found === 0 && isFiltered(state) ? (
        <NoMatch label={label} onClear={() => onChange({ q: '' })} />
      ) : (
        <Paper withBorder className={classes['card']}>
          <TableGrid
            {...{ label, columns, actions }}
            rows={rows.map((row) => ({ id: String(idOf(row)), row }))}
            sorting={{
              by: state.sort,
              onSort: (column) =>
                onChange({ sort: pressed(state.sort, column, isLatestFirst(column)) }),
            }}
          />
        </Paper>
      )}
      <TablePages
        {...{ size, found, onSize, page: state.page, shown: rows.length }}
        onPage={(page) => onChange({ page })}
      />
    </Stack>
  );
}
