// The console's table: sorted, searched, filtered, paged, selected from; readable on a telephone.
import { Checkbox, Paper, Stack } from '@mantine/core';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { useIsPrinting } from '../printing.ts';
import { BulkBar } from './bulk-bar.tsx';
import type { Column } from './column.ts';
import classes from './data-table.module.css';
import { NoMatch } from './no-match.tsx';
import { usePageSize } from './page-size.ts';
import { emptyState, isFiltered } from './state.ts';
import { TableGrid } from './table-grid.tsx';
import { TablePages } from './table-pages.tsx';
import { TableTools } from './table-tools.tsx';
import { type Rows, useRows } from './use-rows.ts';
import { type TableStore, useLocalState } from './use-state.ts';

interface Given<Row extends object> {
  /** What the table is of: "Campaigns". */
  readonly label: string;
  /** In the order in which they are shown unless the reader sorts them: the newest first. */
  readonly rows: readonly Row[];
  /** The first one names the rows. They stay the same objects from one drawing to the next. */
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => string | number;
  /** What a row is called where it is selected. */
  readonly nameOf?: (row: Row) => string;
  /** Absent: the table is not searched. */
  readonly search?: {
    readonly label: string;
    readonly placeholder: string;
    readonly textOf: (row: Row) => string;
  };
  /** Default: the table's own, which goes with it. */
  readonly store?: TableStore;
  /** Buttons at the end of a row. */
  readonly actions?: (row: Row) => ReactNode;
  /** What can be done with all selected rows; absent: none can be selected. */
  readonly bulk?: (selected: readonly Row[]) => ReactNode;
  /** More rows are on their way. */
  readonly isPartial?: boolean;
}

const noText = () => '';
/** With more, a table needs more room than a small window has. */
const fewColumns = 6;

export function DataTable<Row extends object>(given: Given<Row>) {
  const { label, rows, columns, idOf, search, bulk, isPartial = false } = given;
  const own = useLocalState();
  const { state, onChange } = given.store ?? own;
  const [size, setSize] = usePageSize();
  const isPrinting = useIsPrinting();
  // What is typed is there at once, the rows as soon as they can.
  const q = useDeferredValue(state.q);
  const table = useRows({
    ...{ rows, columns, idOf },
    textOf: search?.textOf ?? noText,
    store: { state: useMemo(() => ({ ...state, q }), [state, q]), onChange },
    pageSize: isPrinting ? Math.max(rows.length, 1) : size,
  });
  const shown = table.getRowModel().rows;
  const found = table.getFilteredRowModel().rows;
  const selected = table.getSelectedRowModel().rows.map(({ original }) => original);
  return (
    <Stack gap="sm" className={classes['frame']}>
      <TableTools {...{ label, rows, columns, search, state, onChange }} />
      {found.length === 0 && isFiltered(state) ? (
        <NoMatch
          label={label}
          isPartial={isPartial}
          onClear={() => onChange({ ...emptyState, sort: state.sort })}
        />
      ) : (
        <Paper
          withBorder
          className={classes['card']}
          data-wide={columns.length > fewColumns || undefined}
        >
          <TableGrid
            {...{ label, columns }}
            rows={shown.map((row) => ({
              ...{ id: row.id, row: row.original, isSelected: row.getIsSelected() },
            }))}
            actions={given.actions}
            summed={found.map(({ original }) => original)}
            sorting={{
              by: state.sort,
              onSort: (column) => table.getColumn(column)?.toggleSorting(),
            }}
            {...(bulk && { selecting: selectingFrom(table, given.nameOf) })}
          />
        </Paper>
      )}
      {bulk && selected.length > 0 && (
        <BulkBar
          count={selected.length}
          {...(!table.getIsAllRowsSelected() && {
            found: found.length,
            onAll: () => table.toggleAllRowsSelected(true),
          })}
          onClear={() => table.setRowSelection({})}
        >
          {bulk(selected)}
        </BulkBar>
      )}
      <TablePages
        {...{ size, isPartial, page: state.page, shown: shown.length, found: found.length }}
        total={rows.length}
        onPage={(page) => onChange({ page })}
        onSize={setSize}
      />
    </Stack>
  );
}

function selectingFrom<Row extends object>(
  table: Rows<Row>,
  nameOf: ((row: Row) => string) | undefined,
) {
  return {
    head: (
      <Checkbox
        aria-label="Select all rows of this page"
        checked={table.getIsAllPageRowsSelected()}
        indeterminate={!table.getIsAllPageRowsSelected() && table.getIsSomePageRowsSelected()}
        onChange={table.getToggleAllPageRowsSelectedHandler()}
      />
    ),
    cell: ({ id, row, isSelected }: { id: string; row: Row; isSelected?: boolean }) => (
      <Checkbox
        aria-label={`Select ${nameOf?.(row) ?? id}`}
        checked={isSelected ?? false}
        onChange={table.getRow(id).getToggleSelectedHandler()}
      />
    ),
  };
}
