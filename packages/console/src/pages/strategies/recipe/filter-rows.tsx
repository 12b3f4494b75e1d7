// What items must be, a row each.
import { Button, Group, NativeSelect, NumberInput, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { RemoveButton } from '../../../ui/remove-button.tsx';
import { ColumnField, ColumnFilter } from './column-filter.tsx';
import { type FilterDraft, type FilterKind, filterKinds } from './filters.ts';
import classes from './recipe.module.css';
import { withEntry } from './recipe.ts';
import { useRecipe } from './recipe-context.ts';

interface Given {
  readonly label: string;
  readonly filters: readonly FilterDraft[] | undefined;
  /** Of the list. */
  readonly pointer: string;
  readonly onChange: (filters: readonly FilterDraft[] | undefined) => void;
}

const filtersMax = 20;

export function FilterRows({ label, filters = [], pointer, onChange }: Given) {
  const { isReadOnly, faultOf } = useRecipe();
  const adding = useRef<HTMLButtonElement>(null);
  return (
    <Stack gap={8} role="group" aria-label={label}>
      {filters.map((filter, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a filter is its place, and holds no state
          key={at}
          className={classes['row']}
        >
          <FilterFields
            filter={filter}
            pointer={`${pointer}/${at}`}
            onChange={(next) => onChange(withEntry(filters, at, next))}
          />
          {!isReadOnly && (
            <RemoveButton
              label={`Remove the filter ${filterKinds[filter.type as FilterKind].title}`}
              onClick={() => {
                onChange(withEntry(filters, at, undefined));
                // What had the focus is gone.
                adding.current?.focus();
              }}
            />
          )}
          <Fault text={faultOf(`${pointer}/${at}`)} />
        </div>
      ))}
      {!isReadOnly && filters.length < filtersMax && (
        <Group>
          <Button
            ref={adding}
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() =>
              onChange([...filters, filterKinds['in-stock'].initial as unknown as FilterDraft])
            }
          >
            Add filter
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** What is wrong with a row, whichever of its fields it is. */
function Fault({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Text
      size="xs"
      c="var(--mantine-color-error)"
      className={classes['fault']}
      data-fault
      tabIndex={-1}
    >
      {text}
    </Text>
  );
}

interface FieldsGiven {
  readonly filter: FilterDraft;
  readonly pointer: string;
  readonly onChange: (filter: FilterDraft) => void;
}

function FilterFields({ filter, onChange }: FieldsGiven) {
  const { isReadOnly } = useRecipe();
  return (
    <div className={classes['fields']}>
      <NativeSelect
        aria-label="Filter"
        size="xs"
        flex="1 1 9rem"
        maw={300}
        disabled={isReadOnly}
        value={filter.type}
        data={Object.entries(filterKinds).map(([value, { title }]) => ({ value, label: title }))}
        onChange={(event) => {
          const { initial } = filterKinds[event.currentTarget.value as FilterKind];
          onChange(initial as unknown as FilterDraft);
        }}
      />
      <Rest filter={filter} onChange={onChange} />
    </div>
  );
}

function Rest({ filter, onChange }: Omit<FieldsGiven, 'pointer'>) {
  switch (filter.type as FilterKind) {
    case 'column':
      return <ColumnFilter filter={filter} onChange={onChange} />;
    case 'same':
      return (
        <ColumnField
          value={String(filter['column'])}
          onChange={(column) => onChange({ ...filter, column })}
        />
      );
    case 'price-near':
      return (
        <>
          <Typed {...{ filter, onChange }} name="from" label="From, percent" factor={100} />
          <Typed {...{ filter, onChange }} name="to" label="To, percent" factor={100} />
        </>
      );
    case 'not-purchased':
    case 'not-viewed':
      return <Typed {...{ filter, onChange }} name="days" label="Days" factor={1} />;
    default:
      return null;
  }
}

interface TypedGiven extends Omit<FieldsGiven, 'pointer'> {
  readonly name: string;
  readonly label: string;
  /** What is shown is so many times what is stored. */
  readonly factor: number;
}

function Typed({ filter, onChange, name, label, factor }: TypedGiven) {
  const { isReadOnly } = useRecipe();
  const value = filter[name];
  return (
    <NumberInput
      aria-label={label}
      size="xs"
      w={110}
      {...(factor === 1 ? { min: 1, max: 365, suffix: ' days' } : { min: 0, suffix: ' %' })}
      allowDecimal={factor !== 1}
      clampBehavior="none"
      readOnly={isReadOnly}
      value={typeof value === 'number' ? Number((value * factor).toFixed(4)) : ''}
      onChange={(typed) =>
        onChange({ ...filter, [name]: typeof typed === 'number' ? typed / factor : '' })
      }
    />
  );
}
