// "likes Shoes (categories) among their top 3".

import { Autocomplete, NumberInput, Text } from '@mantine/core';
import { useBuilder } from '../builder-context.ts';
import classes from '../rows.module.css';
import type { AttributeRow } from '../rows.ts';
import { Choose } from './choose.tsx';
import { propertiesOf, propertyOfValue, valuesByProperty } from './property-values.ts';
import { rowOfTaste, tasteOf, type Word } from './word.ts';

interface Given {
  readonly word: Extract<Word, { shape: 'taste' }>;
  readonly row: AttributeRow;
  readonly onChange: (row: AttributeRow) => void;
}

export function TasteFields({ word, row, onChange }: Given) {
  const { fields, isReadOnly } = useBuilder();
  const liked = tasteOf(word, row)!;
  const { property, value, top, isIn } = liked;
  const set = (part: Partial<typeof liked>) => onChange(rowOfTaste(word, { ...liked, ...part }));
  const properties = [...new Set([...propertiesOf(fields), property])];
  const values = valuesByProperty(fields, property);
  return (
    <div className={classes['sentence']}>
      <Choose
        label={`${word.label}: likes or not`}
        value={String(isIn)}
        options={{ true: word.subject, false: word.isNot }}
        onChange={(next) => set({ isIn: next === 'true' })}
      />
      <Autocomplete
        aria-label={word.label}
        placeholder="Choose or type a value"
        size="xs"
        className={classes['value']}
        data={values.map(({ group, items }) => ({ group, items: [...items] }))}
        limit={100}
        readOnly={isReadOnly}
        value={value}
        onChange={(typed) =>
          set({ value: typed, property: propertyOfValue(values, property, typed) })
        }
        maxLength={500}
        maxDropdownHeight={240}
      />
      <Choose
        label={`${word.label}: property`}
        value={property}
        options={Object.fromEntries(properties.map((one) => [one, `(${one})`]))}
        onChange={(next) => set({ property: next })}
      />
      <Text size="sm">among their top</Text>
      <NumberInput
        aria-label={`${word.label}: top`}
        size="xs"
        w={70}
        min={1}
        max={100}
        allowDecimal={false}
        readOnly={isReadOnly}
        value={top}
        onChange={(typed) => typeof typed === 'number' && typed >= 1 && set({ top: typed })}
      />
    </div>
  );
}
