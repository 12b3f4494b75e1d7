// "likes Shoes (categories) among their top 3".

import { NumberInput, Text } from '@mantine/core';
import { useBuilder } from '../builder-context.ts';
import classes from '../rows.module.css';
import type { AttributeRow } from '../rows.ts';
import { Choose } from './choose.tsx';
import { ValueOfProperty } from './value-of-property.tsx';
import { rowOfTaste, tasteOf, type Word } from './word.ts';

interface Given {
  readonly word: Extract<Word, { shape: 'taste' }>;
  readonly row: AttributeRow;
  readonly onChange: (row: AttributeRow) => void;
}

export function TasteFields({ word, row, onChange }: Given) {
  const { isReadOnly } = useBuilder();
  const liked = tasteOf(word, row)!;
  const { property, value, top, isIn } = liked;
  const set = (part: Partial<typeof liked>) => onChange(rowOfTaste(word, { ...liked, ...part }));
  return (
    <div className={classes['sentence']}>
      <Choose
        label={`${word.label}: likes or not`}
        value={String(isIn)}
        options={{ true: word.subject, false: word.isNot }}
        onChange={(next) => set({ isIn: next === 'true' })}
      />
      <ValueOfProperty
        labels={{ value: word.label, property: `${word.label}: property` }}
        {...{ property, value }}
        onChange={set}
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
