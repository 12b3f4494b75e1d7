// Values of the file that could not be read: a click says what each of them means.
import { Button, Code, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../../../ui/section.tsx';
import { sayItems } from '../feed.ts';
import type { MappingDraft } from './mapping-draft.ts';
import { isOfCells, type Meaning, meaningOf, withMeaning } from './meaning.ts';
import type { Findings } from './query.ts';

type Value = Findings['refused'][number];

interface Given {
  /** As they are now: of the whole file, once it was checked. */
  readonly refused: readonly Value[];
  /** Columns that every item must have. */
  readonly required: readonly string[];
  readonly draft: MappingDraft;
  readonly onChange: (draft: MappingDraft) => void;
}

const shownMost = 20;

export function Refused({ refused, ...given }: Given) {
  // A value that got its meaning stays in the list: it would go from under a teammate's hand.
  const [seen, setSeen] = useState<readonly Value[]>([]);
  const fresh = refused.filter((one) => !seen.some((other) => isSame(one, other)));
  if (fresh.length > 0) setSeen([...seen, ...fresh]);
  const [isWhole, setWhole] = useState(false);
  if (seen.length === 0) return null;
  const rowsOf = (value: Value) => refused.find((one) => isSame(one, value))?.rows ?? value.rows;
  const shown = isWhole ? seen : seen.slice(0, shownMost);
  return (
    <Section
      title="Values that were not understood"
      about="Say what they mean. Otherwise their rows are rejected."
    >
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {shown.map((one) => (
          <RefusedValue
            key={`${one.column} ${one.value}`}
            {...given}
            value={{ ...one, rows: rowsOf(one) }}
          />
        ))}
      </Stack>
      {seen.length > shown.length && (
        <Group>
          <Button size="compact-sm" variant="default" onClick={() => setWhole(true)}>
            Show {sayItems(seen.length - shown.length, 'more value')}
          </Button>
        </Group>
      )}
    </Section>
  );
}

const isSame = (one: Value, other: Value) =>
  one.column === other.column && one.value === other.value;

type ValueGiven = Omit<Given, 'refused'> & { readonly value: Value };

function RefusedValue({ value: { column, value, rows }, required, draft, onChange }: ValueGiven) {
  const meaning = meaningOf(draft, column, value);
  const rule = draft.rules.get(column);
  const words = wordsOf(rule?.as);
  const [isTyped, setTyped] = useState(false);
  const set = (next: Meaning | undefined) => onChange(withMeaning(draft, column, value, next));
  const choose = (chosen: string) => {
    setTyped(chosen === 'text');
    if (chosen === 'text') return;
    if (chosen === '') set(undefined);
    else if (chosen === 'empty' || chosen === 'skip') set({ kind: chosen });
    else set({ kind: 'is', value: chosen === 'true' });
  };
  const isText = isTyped || (meaning?.kind === 'is' && typeof meaning.value !== 'boolean');
  const choices = [
    { value: '', label: 'Reject the row' },
    ...words,
    ...(words.length === 0 ? [{ value: 'text', label: 'Read it as…' }] : []),
    ...(isOfCells(rule) && !required.includes(column)
      ? [{ value: 'empty', label: 'Leave the column empty' }]
      : []),
    ...(isOfCells(rule) ? [{ value: 'skip', label: 'Skip the row' }] : []),
  ];
  return (
    <li>
      <Group gap="sm" align="center">
        <Text size="sm" style={{ overflowWrap: 'anywhere', flex: '1 1 14rem', minWidth: 0 }}>
          {column}: <Code>{value}</Code> in {sayItems(rows, 'row')}
        </Text>
        <NativeSelect
          aria-label={`Meaning of ${value} in ${column}`}
          size="xs"
          w={190}
          data={choices}
          value={isText ? 'text' : chosenOf(meaning)}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {isText && (
          <TextInput
            aria-label={`Read ${value} in ${column} as`}
            size="xs"
            w={160}
            maxLength={200}
            value={meaning?.kind === 'is' ? String(meaning.value) : ''}
            onChange={(event) => set({ kind: 'is', value: event.currentTarget.value })}
          />
        )}
      </Group>
    </li>
  );
}

function wordsOf(as: string | undefined): readonly { value: string; label: string }[] {
  if (as === 'stock') {
    return [
      { value: 'true', label: 'In stock' },
      { value: 'false', label: 'Out of stock' },
    ];
  }
  if (as !== 'boolean') return [];
  return [
    { value: 'true', label: 'True' },
    { value: 'false', label: 'False' },
  ];
}

function chosenOf(meaning: Meaning | undefined): string {
  if (meaning === undefined) return '';
  return meaning.kind === 'is' ? String(meaning.value) : meaning.kind;
}
