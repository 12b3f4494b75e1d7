// The rows of a table with their heads and totals.
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import type { Column } from './column.ts';
import classes from './data-table.module.css';
import type { TableState } from './state.ts';

export interface GridRow<Row> {
  readonly id: string;
  readonly row: Row;
  readonly isSelected?: boolean;
}

interface Given<Row> {
  readonly label: string;
  readonly rows: readonly GridRow<Row>[];
  readonly columns: readonly Column<Row>[];
  readonly actions?: ((row: Row) => ReactNode) | undefined;
  /** Of what can be sorted; absent: nothing can. */
  readonly sorting?: {
    readonly by: TableState['sort'];
    readonly onSort: (column: string) => void;
  };
  /** Whatever their page; absent: sums are not shown. */
  readonly summed?: readonly Row[];
  /** Before each row, and before the heads. */
  readonly selecting?: {
    readonly head: ReactNode;
    readonly cell: (row: GridRow<Row>) => ReactNode;
  };
}

export function TableGrid<Row>(given: Given<Row>) {
  const { label, rows, columns, actions, sorting, summed, selecting } = given;
  return (
    <table aria-label={label} className={classes['table']}>
      <thead>
        <tr>
          {selecting && <th className={classes['select']}>{selecting.head}</th>}
          {columns.map((column) => (
            <Head key={column.id} column={column} sorting={sorting} />
          ))}
          {actions && (
            <th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr
            key={one.id}
            data-selectable={selecting !== undefined || undefined}
            data-selected={one.isSelected || undefined}
          >
            {selecting && <td className={classes['select']}>{selecting.cell(one)}</td>}
            {columns.map((column, at) => (
              <Cell key={column.id} column={column} row={one.row} isName={at === 0} />
            ))}
            {actions && <td className={`${classes['actions']} no-print`}>{actions(one.row)}</td>}
          </tr>
        ))}
      </tbody>
      {summed && summed.length > 1 && columns.some(({ total }) => total) && (
        <tfoot>
          <tr>
            {selecting && <td className={classes['select']} />}
            {columns.map((column, at) => (
              <Total key={column.id} column={column} rows={summed} isName={at === 0} />
            ))}
            {actions && <td data-empty />}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

interface HeadGiven<Row> {
  readonly column: Column<Row>;
  readonly sorting: Given<Row>['sorting'];
}

function Head<Row>({ column: { id, head, hint, isNumber, sortBy }, sorting }: HeadGiven<Row>) {
  const align = { 'data-number': isNumber || undefined };
  if (!sorting || !sortBy) {
    return (
      <th scope="col" {...align}>
        <span className={classes['hinted']}>
          {head} {hint}
        </span>
      </th>
    );
  }
  const isSorted = sorting.by?.column === id;
  const isDescending = isSorted && sorting.by?.isDescending;
  const order = isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" {...align} aria-sort={isSorted ? order : 'none'}>
      <span className={classes['hinted']}>
        <UnstyledButton className={classes['head']} onClick={() => sorting.onSort(id)}>
          {head}
          <span className={classes['order']} data-sorted={isSorted || undefined}>
            <Icon name={isDescending ? 'down' : 'up'} size={14} />
          </span>
        </UnstyledButton>
        {hint}
      </span>
    </th>
  );
}

interface CellGiven<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly isName: boolean;
}

function Cell<Row>({ column, row, isName }: CellGiven<Row>) {
  if (isName) return <th scope="row">{column.cell(row)}</th>;
  return <Named column={column}>{column.cell(row)}</Named>;
}

interface TotalGiven<Row> {
  readonly column: Column<Row>;
  readonly rows: readonly Row[];
  readonly isName: boolean;
}

function Total<Row>({ column, rows, isName }: TotalGiven<Row>) {
  const { total } = column;
  if (isName) return <th scope="row">{total?.(rows) ?? 'Total'}</th>;
  return <Named column={column}>{total?.(rows)}</Named>;
}

/** A cell with the head of its column before it, where there is no head above it. */
function Named<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  return (
    <td
      data-number={column.isNumber || undefined}
      data-short={column.isShort || undefined}
      data-empty={children === undefined || undefined}
    >
      <span className={classes['name']}>
        {column.head} {column.hint}
      </span>
      <div>{children}</div>
    </td>
  );
}
