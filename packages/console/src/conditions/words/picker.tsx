// Adds a condition: found by any word that people use for it.
import { Select, type SelectProps, Text } from '@mantine/core';
import { type Ref, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { useBuilder } from '../builder-context.ts';
import type { Row } from '../rows.ts';
import { findWords } from './find.ts';
import { usualProperty } from './property-values.ts';
import { exampleOf } from './say.ts';
import { beginRow } from './word.ts';

const unnamed = { audienceOf: () => '…', campaignOf: () => '…' };

interface Given {
  readonly onAdd: (row: Row) => void;
  readonly fieldRef: Ref<HTMLInputElement>;
}

export function Picker({ onAdd, fieldRef }: Given) {
  const { words, fields } = useBuilder();
  const [typed, setTyped] = useState('');
  /** Another option than the first was chosen by the arrows. */
  const [isMoved, setIsMoved] = useState(false);
  const groups = Map.groupBy(words, ({ group }) => group);
  const filter: SelectProps['filter'] = ({ options, search }) => {
    if (search.trim() === '') return options;
    // Found ones stand in the order of how well they fit, whatever their group.
    const items = options.flatMap((one) => ('items' in one ? one.items : [one]));
    const byValue = new Map(items.map((one) => [one.value, one]));
    return findWords(words, search).flatMap(({ name }) => byValue.get(name) ?? []);
  };
  const renderOption: SelectProps['renderOption'] = ({ option }) => {
    const word = words.find(({ name }) => name === option.value);
    return (
      <div>
        <Text size="sm">{option.label}</Text>
        {word && (
          <Text size="xs" c="var(--combobox-hint, inherit)">
            {exampleOf(word, { ...unnamed, words })}
          </Text>
        )}
      </div>
    );
  };
  const add = (name: string | null) => {
    const word = words.find((one) => one.name === name);
    if (!word) return;
    setTyped('');
    onAdd(beginRow(word, usualProperty(fields), typed));
  };
  return (
    <Select
      ref={fieldRef}
      aria-label="Add condition"
      placeholder="Add condition: type “phone”, “returning”, “likes” …"
      size="sm"
      maw={420}
      leftSection={<Icon name="plus" size={14} />}
      data={[...groups].map(([group, all]) => ({
        group,
        items: all.map(({ name, label }) => ({ value: name, label })),
      }))}
      filter={filter}
      renderOption={renderOption}
      searchable
      selectFirstOptionOnChange
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text);
        setIsMoved(false);
      }}
      onKeyDown={(event) => {
        if (event.key.startsWith('Arrow')) setIsMoved(true);
        const [best] = findWords(words, typed);
        if (event.key !== 'Enter' || isMoved || typed.trim() === '') return;
        // It does not save the form, and, however fast it was typed, the first that fits is meant.
        event.preventDefault();
        event.stopPropagation();
        if (best) add(best.name);
      }}
      value={null}
      onChange={add}
      nothingFoundMessage="No results"
      maxDropdownHeight={320}
      comboboxProps={{ position: 'bottom-start' }}
    />
  );
}
