// What becomes of each column of a file: samples, our columns that begin with it, how it is read.
import { NativeSelect, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { readings } from '../labels.ts';
import { type MappingDraft, ruleOf, targetsOf, withReading, withTargets } from './mapping-draft.ts';
import classes from './mapping-fields.module.css';

export interface Source {
  /** As the file names it. */
  readonly column: string;
  readonly samples: readonly string[];
  /** Of the rows that were looked at, from 0 to 1. */
  readonly filled: number;
}

interface Given {
  readonly sources: readonly Source[];
  /** Our columns, to be offered. */
  readonly known: readonly string[];
  readonly draft: MappingDraft;
  readonly onChange: (draft: MappingDraft) => void;
  readonly isReadOnly: boolean;
}

export function MappingFields({ sources, ...given }: Given) {
  return (
    <ul className={classes['list']} aria-label="Columns of the file">
      {sources.map((source) => (
        <SourceFields key={source.column} source={source} {...given} />
      ))}
    </ul>
  );
}

type FieldsGiven = Omit<Given, 'sources'> & { readonly source: Source };

function SourceFields({ source, known, draft, onChange, isReadOnly }: FieldsGiven) {
  const { column: name, samples, filled } = source;
  const targets = targetsOf(draft, name);
  return (
    <li className={classes['row']}>
      <div className={classes['source']}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}{' '}
          {filled < 1 && filled > 0 && (
            <Text span size="xs" c="dimmed" fw={400}>
              filled in {sayPart(filled)} of rows
            </Text>
          )}
        </Text>
        <Text size="xs" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {samples.length > 0 ? samples.join(' · ') : 'Empty in the first rows'}
        </Text>
      </div>
      <TagsInput
        aria-label={`Import ${name} as`}
        placeholder={targets.length === 0 ? 'Not imported' : ''}
        data={[...new Set([...known, name])]}
        maxDropdownHeight={260}
        readOnly={isReadOnly}
        value={[...targets]}
        onChange={(chosen) => onChange(withTargets(draft, name, chosen))}
      />
      <Stack gap={6}>
        {targets.map((column) => (
          <Reading
            key={column}
            {...{ source: name, column, draft, onChange, isReadOnly }}
            isNamed={targets.length > 1}
          />
        ))}
      </Stack>
    </li>
  );
}

interface ReadingGiven {
  readonly source: string;
  readonly column: string;
  readonly draft: MappingDraft;
  readonly onChange: (draft: MappingDraft) => void;
  readonly isReadOnly: boolean;
  /** Says of which column it is, where there are several. */
  readonly isNamed: boolean;
}

function Reading({ source, column, draft, onChange, isReadOnly, isNamed }: ReadingGiven) {
  const { as = '', separator } = ruleOf(draft, column);
  const label = `Type of ${column}`;
  const set = (reading: { as?: string; separator?: string }) =>
    onChange(withReading(draft, source, column, reading));
  return (
    <div className={classes['reading']}>
      <NativeSelect
        {...(isNamed ? { label } : { 'aria-label': label })}
        size="xs"
        disabled={isReadOnly}
        data={Object.entries(readings).map(([value, words]) => ({ value, label: words }))}
        value={as}
        onChange={(event) => set({ as: event.currentTarget.value })}
      />
      {as === 'list' && (
        <TextInput
          aria-label={`Separator of ${column}`}
          size="xs"
          w={64}
          maxLength={10}
          readOnly={isReadOnly}
          value={separator ?? '|'}
          onChange={(event) => set({ as, separator: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

/** "37 %"; a little is not nothing, and almost all is not all. */
const sayPart = (share: number) => `${Math.min(Math.max(Math.round(100 * share), 1), 99)} %`;
