// A row as a sentence with fields in it, by the word that it is said in.
import { NumberInput, Text, TextInput } from '@mantine/core';
import { ActivityFields } from '../activity-fields.tsx';
import { AttributeFields } from '../attribute-fields.tsx';
import { AudienceFields } from '../audience-fields.tsx';
import { useBuilder } from '../builder-context.ts';
import { CampaignFields } from '../campaign-fields.tsx';
import classes from '../rows.module.css';
import type { AttributeRow, AudienceRow } from '../rows.ts';
import { ChoiceFields } from './choice-fields.tsx';
import { Choose } from './choose.tsx';
import { comparisons } from './operands.ts';
import { TasteFields } from './taste-fields.tsx';
import { operandOfText, textOf, type Way, ways } from './text-match.ts';
import { dayComparisons, type Word, wordOf } from './word.ts';

interface Given {
  readonly row: AttributeRow | AudienceRow;
  readonly onChange: (row: AttributeRow | AudienceRow) => void;
}

export function Sentence({ row, onChange }: Given) {
  const { words } = useBuilder();
  if (row.kind === 'audience') return <AudienceFields row={row} onChange={onChange} />;
  const word = wordOf(words, row);
  return word ? (
    <Worded {...{ word, row, onChange }} />
  ) : (
    <AttributeFields {...{ row, onChange }} />
  );
}

interface WordedGiven {
  readonly word: Word;
  readonly row: AttributeRow;
  readonly onChange: (row: AttributeRow) => void;
}

function Worded({ word, row, onChange }: WordedGiven) {
  const put = (part: Pick<AttributeRow, 'operator' | 'value' | 'isOpen'>) => {
    const { isOpen: _before, ...rest } = row;
    onChange({ ...rest, ...part });
  };
  switch (word.shape) {
    case 'flag':
      return (
        <div className={classes['sentence']}>
          <Choose
            label={word.label}
            value={String(row.value)}
            options={{ false: word.no, true: word.yes }}
            onChange={(chosen) => put({ operator: 'is', value: chosen === 'true' })}
          />
        </div>
      );
    case 'choice':
      return <ChoiceFields {...{ word, row, onChange }} />;
    case 'text':
      return <TextFields {...{ word, row, put }} />;
    case 'amount':
      return <AmountFields {...{ word, row, put }} />;
    case 'day':
      return <DayFields {...{ word, row, put }} />;
    case 'taste':
      return <TasteFields {...{ word, row, onChange }} />;
    case 'campaign':
      return <CampaignFields {...{ row, onChange }} />;
    case 'counted':
      return <ActivityFields {...{ row, onChange }} />;
    default:
      return <AttributeFields {...{ row, onChange }} />;
  }
}

interface PartGiven<Shape extends Word['shape']> {
  readonly word: Extract<Word, { shape: Shape }>;
  readonly row: AttributeRow;
  readonly put: (part: Pick<AttributeRow, 'operator' | 'value' | 'isOpen'>) => void;
}

function TextFields({ word, row, put }: PartGiven<'text'>) {
  const { isReadOnly } = useBuilder();
  const { way, text } = textOf(row)!;
  return (
    <div className={classes['sentence']}>
      <Text size="sm">{word.subject}</Text>
      <Choose
        label={`${word.label}: comparison`}
        value={way}
        options={ways}
        onChange={(chosen) => put(operandOfText({ way: chosen as Way, text }))}
      />
      <TextInput
        aria-label={word.label}
        size="xs"
        className={classes['value']}
        maxLength={150}
        spellCheck={false}
        readOnly={isReadOnly}
        value={text}
        onChange={(event) => put(operandOfText({ way, text: event.currentTarget.value }))}
      />
    </div>
  );
}

function AmountFields({ word, row, put }: PartGiven<'amount'>) {
  const { isReadOnly } = useBuilder();
  const value = row.value as number;
  return (
    <div className={classes['sentence']}>
      <Text size="sm">{word.subject}</Text>
      <Choose
        label={`${word.label}: comparison`}
        value={row.operator}
        options={comparisons}
        onChange={(operator) => put({ operator, value })}
      />
      <NumberInput
        aria-label={word.label}
        size="xs"
        w={96}
        readOnly={isReadOnly}
        value={value}
        onChange={(typed) =>
          typeof typed === 'number' && put({ operator: row.operator, value: typed })
        }
      />
      {word.unit && <Text size="sm">{word.unit}</Text>}
    </div>
  );
}

function DayFields({ word, row, put }: PartGiven<'day'>) {
  const { isReadOnly } = useBuilder();
  const day = String(row.value);
  const open = (text: string) => text === '' && { isOpen: true as const };
  return (
    <div className={classes['sentence']}>
      <Text size="sm">{word.subject}</Text>
      <Choose
        label={`${word.label}: comparison`}
        value={row.operator}
        options={dayComparisons}
        onChange={(operator) => put({ operator, value: day, ...open(day) })}
      />
      <TextInput
        type="date"
        aria-label={word.label}
        size="xs"
        readOnly={isReadOnly}
        value={day}
        onChange={({ currentTarget: { value } }) =>
          put({ operator: row.operator, value, ...open(value) })
        }
      />
    </div>
  );
}
