// A small table of cells that are there already: nothing to sort, to search or to page.
import type { ReactNode } from 'react';
import classes from './table/data-table.module.css';
import { TableGrid } from './table/table-grid.tsx';

interface Row {
  readonly key: string | number;
  readonly cells: readonly ReactNode[];
}

interface Given {
  /** What the table is of. */
  readonly label: string;
  /** The names of the columns; the first column names the rows. */
  readonly heads: readonly string[];
  readonly rows: readonly Row[];
}

export function StackedTable({ label, heads, rows }: Given) {
  return (
    <div className={classes['frame']}>
      <TableGrid
        label={label}
        columns={heads.map((head, at) => ({
          ...{ id: String(at), head },
          cell: ({ cells }: Row) => cells[at],
        }))}
        rows={rows.map((row) => ({ id: String(row.key), row }))}
      />
    </div>
  );
}
