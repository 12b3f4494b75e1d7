// A row: attribute, operator, value.
import { Autocomplete, NativeSelect, Text } from '@mantine/core';
import { useBuilder } from './builder-context.ts';
import { type Field, fieldFor } from './fields.ts';
import { type Kind, kindOfValue, operators, valueFor } from './operators.ts';
import classes from './rows.module.css';
import type { AttributeRow } from './rows.ts';
import { ValueField } from './value-field.tsx';

interface Given {
  readonly row: AttributeRow;
  readonly onChange: (row: AttributeRow) => void;
}

export function AttributeFields({ row, onChange }: Given) {
  const { fields, isReadOnly } = useBuilder();
  const field = fieldFor(fields, row.path);
  const kind = field?.kind ?? kindOfRow(row);
  const choose = (path: string) => {
    const chosen = fieldFor(fields, path);
    onChange(chosen && chosen !== field ? suited({ ...row, path }, chosen) : { ...row, path });
  };
  return (
    <div className={classes['line']}>
      <Attribute path={row.path} onChange={choose} fields={fields} />
      <NativeSelect
        aria-label="Operator"
        size="xs"
        disabled={isReadOnly}
        value={row.operator}
        data={offered(row.operator, field)}
        onChange={(event) => {
          const operator = event.currentTarget.value;
          const next = field?.kind ?? kindFor(operator, kind);
          onChange({ ...row, operator, value: valueFor(operator, next, row.value) });
        }}
      />
      <ValueField
        {...{ row, kind, onChange }}
        known={field?.values ?? []}
        isKindFree={field?.kind === undefined}
      />
    </div>
  );
}

interface AttributeGiven {
  readonly path: string;
  readonly fields: readonly Field[];
  readonly onChange: (path: string) => void;
}

function Attribute({ path, fields, onChange }: AttributeGiven) {
  const { isReadOnly } = useBuilder();
  return (
    <Autocomplete
      aria-label="Attribute"
      placeholder="device.type"
      size="xs"
      data={grouped(fields)}
      value={path}
      onChange={onChange}
      readOnly={isReadOnly}
      spellCheck={false}
      maxLength={2_500}
      maxDropdownHeight={280}
      comboboxProps={{ width: 300, position: 'bottom-start' }}
      renderOption={({ option }) => (
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Text size="sm">{option.value}</Text>
          <Text size="xs" c="dimmed">
            {fields.find((one) => one.path === option.value)?.about}
          </Text>
        </div>
      )}
    />
  );
}

function kindOfRow({ operator, value }: AttributeRow): Kind {
  return operators[operator]?.takes === 'flag' ? 'text' : kindOfValue(value);
}

/** The row with an operator and a value that suit its attribute. */
function suited(row: AttributeRow, { kind = kindOfRow(row), isList }: Field): AttributeRow {
  const suits = isList ? listOperators.includes(row.operator) : suitsKind(row.operator, kind);
  const operator = suits ? row.operator : isList ? '$in' : 'is';
  return { ...row, operator, value: valueFor(operator, kind, row.value) };
}

const suitsKind = (operator: string, kind: Kind) =>
  operators[operator]?.suits.includes(kind) ?? false;

/** For an unknown attribute, an operator for numbers says that it is one. */
function kindFor(operator: string, kind: Kind): Kind {
  const suits = operators[operator]?.suits ?? [];
  return suits.length === 0 || suits.includes(kind) ? kind : suits[0]!;
}

/** Operators for several values at once. */
const listOperators = ['$in', '$nin', '$all', '$exists'];

function offered(now: string, field: Field | undefined) {
  const kinds: readonly Kind[] = field?.kind ? [field.kind] : ['text', 'number', 'boolean'];
  const suits = (name: string) =>
    field?.isList ? listOperators.includes(name) : kinds.some((kind) => suitsKind(name, kind));
  return Object.entries(operators)
    .filter(([name]) => name === now || suits(name))
    .map(([value, { words, ofList }]) => ({
      value,
      label: field?.isList && ofList ? ofList : words,
    }));
}

/** Activity has rows of its own, and so have audiences. */
function grouped(fields: readonly Field[]) {
  const own = fields.filter(({ group }) => group !== 'Activity' && group !== 'Audiences');
  const groups = Map.groupBy(own, ({ group }) => group);
  return [...groups].map(([group, all]) => ({ group, items: all.map(({ path }) => path) }));
}
