// What an attribute is compared with, by the kind of the attribute and what the operator takes.
import {
  Autocomplete,
  Group,
  NativeSelect,
  NumberInput,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { useBuilder } from './builder-context.ts';
import { asKind, type Kind, operators, valueFor } from './operators.ts';
import type { AttributeRow, Scalar } from './rows.ts';

interface Given {
  readonly row: AttributeRow;
  readonly kind: Kind;
  /** What the attribute often is. */
  readonly known: readonly string[];
  /** For an unknown attribute, teammates choose what kind of value it has. */
  readonly isKindFree: boolean;
  readonly onChange: (row: AttributeRow) => void;
}

export function ValueField(given: Given) {
  const { row, kind, isKindFree, onChange } = given;
  const { isReadOnly } = useBuilder();
  const takes = operators[row.operator]?.takes;
  if (!isKindFree || (takes !== 'one' && takes !== 'list')) return <Value {...given} />;
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <div style={{ flex: 1, minWidth: 0 }}>
        <Value {...given} />
      </div>
      <NativeSelect
        aria-label="Kind of the value"
        size="xs"
        w={88}
        disabled={isReadOnly}
        value={kind}
        data={takes === 'list' ? ['text', 'number'] : ['text', 'number', 'boolean']}
        onChange={(event) => {
          const next = event.currentTarget.value as Kind;
          onChange({ ...row, value: valueFor(row.operator, next, row.value) });
        }}
      />
    </Group>
  );
}

function Value({ row, kind, known, onChange }: Given) {
  const { isReadOnly } = useBuilder();
  const set = (value: AttributeRow['value']) => onChange({ ...row, value });
  const shared = { 'aria-label': 'Value', size: 'xs', readOnly: isReadOnly } as const;
  switch (operators[row.operator]?.takes) {
    case 'flag':
      return <YesOrNo value={row.value === true} onChange={set} />;
    case 'list':
      return (
        <TagsInput
          {...shared}
          placeholder="Enter after each"
          data={[...known]}
          value={(row.value as readonly Scalar[]).map(String)}
          onChange={(typed) => set(listOf(typed, kind))}
          acceptValueOnBlur
          maxDropdownHeight={240}
        />
      );
    case 'pattern':
    case 'version':
      return (
        <TextInput
          {...shared}
          placeholder={row.operator.startsWith('$v') ? '2.10.0' : '^/shoes/'}
          value={String(row.value)}
          spellCheck={false}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    default:
      return <One {...{ row, kind, known, set }} />;
  }
}

interface OneGiven extends Pick<Given, 'row' | 'kind' | 'known'> {
  readonly set: (value: Scalar) => void;
}

function One({ row, kind, known, set }: OneGiven) {
  const { isReadOnly } = useBuilder();
  const shared = { 'aria-label': 'Value', size: 'xs', readOnly: isReadOnly } as const;
  if (typeof row.value === 'boolean') return <YesOrNo value={row.value} onChange={set} />;
  if (typeof row.value === 'number' || kind === 'number') {
    return (
      <NumberInput
        {...shared}
        value={Number(row.value)}
        onChange={(typed) => set(typeof typed === 'number' ? typed : 0)}
      />
    );
  }
  return (
    <Autocomplete
      {...shared}
      data={[...known]}
      value={String(row.value)}
      onChange={set}
      maxLength={1_000}
      maxDropdownHeight={240}
    />
  );
}

function YesOrNo({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }) {
  const { isReadOnly } = useBuilder();
  return (
    <NativeSelect
      aria-label="Value"
      size="xs"
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

function listOf(typed: readonly string[], kind: Kind): Scalar[] {
  const values = typed.map((one) => asKind(one.trim(), kind === 'number' ? 'number' : 'text'));
  return [...new Set(values)].filter((one) => one !== undefined && one !== '') as Scalar[];
}
