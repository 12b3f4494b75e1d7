// What a table is searched, filtered and, where it has no heads to press, sorted by.
import { Group, NativeSelect } from '@mantine/core';
import { type Column, optionsOf } from './column.ts';
import classes from './data-table.module.css';
import { SearchBox } from './search-box.tsx';
import type { TableState } from './state.ts';

interface Given<Row> {
  /** Of the table. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly search: { readonly label: string; readonly placeholder: string } | undefined;
  readonly state: TableState;
  readonly onChange: (part: Partial<TableState>) => void;
}

export function TableTools<Row>(given: Given<Row>) {
  const { label, rows, columns, search, state, onChange } = given;
  const filtered = columns.filter(({ filter }) => filter !== undefined);
  const sortable = columns.filter(({ sortBy }) => sortBy !== undefined);
  if (!search && filtered.length === 0 && sortable.length === 0) return null;
  return (
    <Group
      gap="sm"
      role="search"
      aria-label={search?.label ?? `Order of ${label}`}
      className={`${classes['tools']} no-print`}
      mod={{ slim: !search && filtered.length === 0 }}
    >
      {search && <SearchBox search={search} q={state.q} onChange={onChange} />}
      {filtered.map((column) => (
        <Filter key={column.id} {...{ column, rows, state, onChange }} />
      ))}
      {sortable.length > 0 && <SortBy columns={sortable} state={state} onChange={onChange} />}
    </Group>
  );
}

interface FilterGiven<Row> extends Pick<Given<Row>, 'rows' | 'state' | 'onChange'> {
  readonly column: Column<Row>;
}

function Filter<Row>({ column, rows, state, onChange }: FilterGiven<Row>) {
  const { id, head, filter } = column;
  const chosen = state.filters[id] ?? '';
  if (!filter) return null;
  const options = optionsOf(filter, rows, chosen);
  if (options.length === 0) return null;
  const { any, say = (value: string) => value } = filter;
  return (
    <NativeSelect
      aria-label={head}
      value={chosen}
      data={[{ value: '', label: any }, ...options.map((value) => ({ value, label: say(value) }))]}
      onChange={(event) =>
        onChange({ filters: { ...state.filters, [id]: event.currentTarget.value } })
      }
    />
  );
}

/** On a telephone, where rows are cards without heads above them. */
function SortBy<Row>({
  columns,
  state: { sort },
  onChange,
}: Pick<Given<never>, 'state' | 'onChange'> & { readonly columns: readonly Column<Row>[] }) {
  return (
    <NativeSelect
      className={classes['sortBy']}
      aria-label="Sort by"
      value={sort ? `${sort.isDescending ? '-' : ''}${sort.column}` : ''}
      data={[
        { value: '', label: 'Default order' },
        ...columns.flatMap(({ id, head }) => [
          { value: id, label: `${head}, ascending` },
          { value: `-${id}`, label: `${head}, descending` },
        ]),
      ]}
      onChange={(event) => {
        const { value } = event.currentTarget;
        const column = value.replace(/^-/, '');
        onChange({
          sort: value === '' ? undefined : { column, isDescending: value.startsWith('-') },
        });
      }}
    />
  );
}
