// "uses a phone or a tablet": one of several values, chosen or typed.
import { MultiSelect, TagsInput, Text, TextInput } from '@mantine/core';
import { useBuilder } from '../builder-context.ts';
import classes from '../rows.module.css';
import type { AttributeRow } from '../rows.ts';
import { Choose } from './choose.tsx';
import { chosenOf, operandOf } from './operands.ts';
import { valuesAt } from './property-values.ts';
import { nameIn, pathWith, type Word } from './word.ts';

interface Given {
  readonly word: Extract<Word, { shape: 'choice' }>;
  readonly row: AttributeRow;
  readonly onChange: (row: AttributeRow) => void;
}

export function ChoiceFields({ word, row, onChange }: Given) {
  const { isReadOnly } = useBuilder();
  const { label, is, isNot, of } = word;
  const chosen = chosenOf(row, word)!;
  const name = nameIn(word.path, row.path) ?? '';
  const put = (part: Partial<typeof chosen>, named = name) => {
    const { isOpen: _before, ...rest } = row;
    const made = {
      ...rest,
      path: pathWith(word.path, named),
      ...operandOf({ ...chosen, ...part }, word),
    };
    onChange(of !== undefined && named === '' ? { ...made, isOpen: true } : made);
  };
  return (
    <div className={classes['sentence']}>
      {of !== undefined && (
        <>
          <Text size="sm">{of}</Text>
          <TextInput
            aria-label={`${label}: name`}
            size="xs"
            w={140}
            maxLength={200}
            spellCheck={false}
            readOnly={isReadOnly}
            value={name}
            onChange={(event) => put({}, event.currentTarget.value)}
          />
        </>
      )}
      <Choose
        label={`${label}: is or is not`}
        value={String(chosen.isNot)}
        options={{ false: is, true: isNot }}
        onChange={(next) => put({ isNot: next === 'true' })}
      />
      <Values
        word={word}
        path={row.path}
        values={chosen.values}
        onChange={(values) => put({ values })}
      />
    </div>
  );
}

interface ValuesGiven extends Pick<Given, 'word'> {
  readonly path: string;
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
}

function Values({ word: { label, options }, path, values, onChange }: ValuesGiven) {
  const { fields, isReadOnly } = useBuilder();
  const seen = valuesAt(fields, path);
  const shared = {
    'aria-label': label,
    size: 'xs' as const,
    className: classes['value'],
    readOnly: isReadOnly,
    value: [...values],
    onChange,
    maxDropdownHeight: 240,
    comboboxProps: { width: 260, position: 'bottom-start' as const },
  };
  if (options === undefined) {
    return (
      <TagsInput
        {...shared}
        placeholder={values.length === 0 ? 'Type, then Enter' : ''}
        data={[...seen]}
        acceptValueOnBlur
      />
    );
  }
  // What was seen is offered first.
  const first = seen.filter((one) => Object.hasOwn(options, one));
  const all = [...first, ...Object.keys(options).filter((one) => !first.includes(one))];
  return (
    <MultiSelect
      {...shared}
      placeholder={values.length === 0 ? 'Choose' : ''}
      data={all.map((value) => ({ value, label: options[value]! }))}
      searchable
      selectFirstOptionOnChange
      hidePickedOptions
      nothingFoundMessage="No results"
    />
  );
}
