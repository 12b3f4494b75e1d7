// A table that can be read on a telephone, too: there each row becomes a block.
import type { ReactNode } from 'react';
import classes from './stacked-table.module.css';

interface Given {
  /** What the table is of. */
  readonly label: string;
  /** The names of the columns; the first column names the rows. */
  readonly heads: readonly string[];
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly ReactNode[] }[];
}

export function StackedTable({ label, heads, rows }: Given) {
  return (
    <table className={classes['table']} aria-label={label}>
      <thead>
        <tr>
          {heads.map((head, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <th key={at} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...others] }) => (
          <tr key={key}>
            <th scope="row">{first}</th>
            {others.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <td key={at}>
                <span className={classes['name']} aria-hidden="true">
                  {heads[at + 1]}
                </span>
                <div>{cell}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
