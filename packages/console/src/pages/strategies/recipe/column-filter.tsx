// A column of the feed, and what it is compared with, as the column can be.
import { Autocomplete, NativeSelect, NumberInput } from '@mantine/core';
import {
  type ColumnKind,
  comparisons,
  comparisonsOf,
  type FilterDraft,
  isOrder,
  onColumn,
  valueFor,
} from './filters.ts';
import { useRecipe } from './recipe-context.ts';

interface ColumnGiven {
  readonly value: string;
  readonly label?: string;
  readonly onChange: (column: string) => void;
}

/** A column by its name; those that the feed has are offered. */
export function ColumnField({ value, label = 'Column', onChange }: ColumnGiven) {
  const { columns, isReadOnly } = useRecipe();
  return (
    <Autocomplete
      aria-label={label}
      placeholder="brand"
      size="xs"
      flex="1 1 7rem"
      maw={200}
      data={columns.map(({ name }) => name)}
      value={value}
      onChange={onChange}
      readOnly={isReadOnly}
      spellCheck={false}
      maxLength={255}
      maxDropdownHeight={240}
    />
  );
}

interface Given {
  readonly filter: FilterDraft;
  readonly onChange: (filter: FilterDraft) => void;
}

export function ColumnFilter({ filter, onChange }: Given) {
  const { columns, isReadOnly } = useRecipe();
  const column = columns.find(({ name }) => name === filter['column']);
  const suits = comparisonsOf(column?.kind);
  const is = String(filter['is']);
  const offered = suits.some((one) => one === is) ? suits : [...suits, is];
  return (
    <>
      <ColumnField
        value={String(filter['column'])}
        onChange={(name) =>
          onChange(onColumn(filter, name, columns.find((one) => one.name === name)?.kind))
        }
      />
      <NativeSelect
        aria-label="Comparison"
        size="xs"
        disabled={isReadOnly}
        value={is}
        data={offered.map((one) => ({
          value: one,
          label: comparisons[one as keyof typeof comparisons] ?? one,
        }))}
        onChange={(event) => {
          const next = event.currentTarget.value;
          const value = valueFor(column?.kind, next, filter['value']);
          onChange({ ...filter, is: next, value });
        }}
      />
      <Value
        value={filter['value']}
        kind={kindFor(column?.kind, is, filter['value'])}
        known={column?.values ?? []}
        onChange={(value) => onChange({ ...filter, value })}
      />
    </>
  );
}

function kindFor(kind: ColumnKind | undefined, is: string, value: unknown): ColumnKind {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return 'number';
  return isOrder(is) || kind === 'number' ? 'number' : 'text';
}

interface ValueGiven {
  readonly value: unknown;
  readonly kind: ColumnKind;
  readonly known: readonly string[];
  readonly onChange: (value: string | number | boolean) => void;
}

function Value({ value, kind, known, onChange }: ValueGiven) {
  const { isReadOnly } = useRecipe();
  const shared = { 'aria-label': 'Value', size: 'xs' } as const;
  if (kind === 'boolean') {
    return (
      <NativeSelect
        {...shared}
        disabled={isReadOnly}
        value={String(value)}
        data={[
          { value: 'true', label: 'yes' },
          { value: 'false', label: 'no' },
        ]}
        onChange={(event) => onChange(event.currentTarget.value === 'true')}
      />
    );
  }
  if (kind === 'number') {
    return (
      <NumberInput
        {...shared}
        flex="1 1 5rem"
        maw={140}
        readOnly={isReadOnly}
        value={typeof value === 'number' ? value : ''}
        onChange={(typed) => onChange(typeof typed === 'number' ? typed : '')}
      />
    );
  }
  return (
    <Autocomplete
      {...shared}
      flex="1 1 6rem"
      maw={260}
      data={[...known]}
      value={String(value ?? '')}
      onChange={onChange}
      readOnly={isReadOnly}
      maxLength={1_000}
      maxDropdownHeight={240}
    />
  );
}
