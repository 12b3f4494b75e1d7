// Numbers that can be read in two ways: the teammate says which, with examples from the file.
import { Radio, Stack } from '@mantine/core';
import { Section } from '../../../ui/section.tsx';
import { sayItems } from '../feed.ts';
import type { ColumnResult } from './mapping/made-columns.tsx';
import type { Findings } from './query.ts';
import { examplesOf, readAs } from './two-ways.ts';

type Note = Findings['notes'][number];

interface Given {
  readonly notes: readonly Note[];
  /** For further examples. */
  readonly results: readonly ColumnResult[];
  /** Does a comma stand before decimals? Undefined: the teammate has not said. */
  readonly decimalComma: boolean | undefined;
  readonly onAnswer: (decimalComma: boolean) => void;
}

export function TwoWays({ notes, results, decimalComma, onAnswer }: Given) {
  if (notes.length === 0) return null;
  const examples = examplesOf(notes, results);
  const rows = Math.max(...notes.map((note) => note.rows));
  const columns = [...new Set(notes.map(({ column }) => column))].join(', ');
  return (
    <Section
      title="Numbers that can be read in two ways"
      about={`${columns}, in ${sayItems(rows, 'row')}.`}
    >
      <Radio.Group
        label="Which numbers are meant?"
        value={decimalComma === undefined ? null : String(decimalComma)}
        onChange={(chosen) => onAnswer(chosen === 'true')}
      >
        <Stack gap="xs" mt="xs">
          {[true, false].map((isComma) => (
            <Radio
              key={String(isComma)}
              value={String(isComma)}
              label={examples.map((text) => `${text} is ${readAs(text, isComma)}`).join(', ')}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Section>
  );
}
