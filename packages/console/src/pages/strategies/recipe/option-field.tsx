// An option of a step's method: a number with its limits, a choice, or names of columns.
import { Checkbox, NativeSelect, NumberInput, TagsInput } from '@mantine/core';
import type { MethodDraft, NumberOption, Option } from './methods.ts';
import { useRecipe } from './recipe-context.ts';

interface Given {
  readonly option: Option;
  readonly method: MethodDraft;
  /** Of the method. */
  readonly pointer: string;
  readonly onChange: (method: MethodDraft) => void;
}

export function OptionField({ option, method, pointer, onChange }: Given) {
  const { isReadOnly, faultOf, columns, properties } = useRecipe();
  const value = method[option.name];
  const set = (next: unknown) => onChange(changed(method, option.name, next));
  const shared = {
    description: option.help,
    error: faultOf(`${pointer}/${option.name}`),
  } as const;
  if (option.kind === 'number') {
    return (
      <NumberInput
        {...shared}
        label={labelOf(option)}
        min={option.min}
        max={option.max}
        clampBehavior="none"
        allowDecimal={!option.isWhole}
        readOnly={isReadOnly}
        value={typeof value === 'number' ? value : ''}
        onChange={(typed) => set(typeof typed === 'number' ? typed : '')}
      />
    );
  }
  if (option.kind === 'choice') {
    return (
      <NativeSelect
        {...shared}
        description={option.helps?.[String(value)] ?? option.help}
        label={option.label}
        disabled={isReadOnly}
        value={String(value ?? '')}
        data={Object.entries(option.choices).map(([one, label]) => ({ value: one, label }))}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  }
  if (option.kind === 'switch') {
    return (
      <Checkbox
        {...shared}
        label={option.label}
        disabled={isReadOnly}
        checked={value === true}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    );
  }
  const known = option.of === 'columns' ? columns.map(({ name }) => name) : properties;
  return (
    <TagsInput
      {...shared}
      label={option.label}
      maxTags={10}
      readOnly={isReadOnly}
      data={[...known]}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={(names) => set(names.length === 0 && option.isOptional ? undefined : names)}
      acceptValueOnBlur
      maxDropdownHeight={240}
    />
  );
}

const labelOf = ({ label, unit }: NumberOption) => (unit ? `${label}, ${unit}` : label);

/** An optional number that is emptied, and names that are all gone, are left out. */
function changed(method: MethodDraft, name: string, value: unknown): MethodDraft {
  const all = Object.entries({ ...method, [name]: value });
  return Object.fromEntries(all.filter(([, one]) => one !== undefined)) as MethodDraft;
}
