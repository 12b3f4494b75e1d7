// The columns of the feed: what each is made of, in words, with examples from the file beside it.
import {
  Autocomplete,
  Button,
  Group,
  MultiSelect,
  Paper,
  Select,
  Stack,
  Text,
} from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../../../api/endpoints.ts';
import {
  keptOf,
  type MappingDraft,
  othersOf,
  type Rule,
  ruleFrom,
  ruleOf,
  shownColumns,
  simpleSourceOf,
  withKept,
  withRule,
} from '../mapping-draft.ts';
import classes from './made-columns.module.css';
import { RuleErrors, RuleFields } from './rule-fields.tsx';
import { sayRule, sayValue } from './say-rule.ts';

export type ColumnResult = Answer<'previewUpload'>['columns'][number];

export interface Source {
  /** As the file names it. */
  readonly column: string;
  readonly samples: readonly string[];
  /** Of the rows that were looked at, from 0 to 1. */
  readonly filled: number;
}

export interface MadeGiven {
  readonly sources: readonly Source[];
  readonly draft: MappingDraft;
  readonly required: readonly string[];
  /** Our columns, to be offered. */
  readonly known: readonly string[];
  readonly results: readonly ColumnResult[];
  /** Of the whole file, where it was checked: which share of the items has each column. */
  readonly measured: readonly { readonly column: string; readonly filled: number }[] | undefined;
  readonly faultsOf: (column: string) => readonly string[];
  readonly isReadOnly: boolean;
  readonly onChange: (draft: MappingDraft) => void;
}

export function MadeColumns(given: MadeGiven) {
  const { sources, draft, required, known, isReadOnly, onChange } = given;
  const names = sources.map(({ column }) => column);
  const others = othersOf(draft, names);
  const columns = shownColumns(draft, names, { required, known });
  return (
    <Stack gap="sm">
      <ul className={classes['list']} aria-label="Columns of the feed">
        {columns.map((column) => (
          <MadeColumn key={column} {...given} column={column} names={names} />
        ))}
      </ul>
      {!isReadOnly && (
        <AddColumn
          known={known.filter((one) => !columns.includes(one))}
          taken={columns}
          onAdd={(column) => onChange(withRule(draft, column, { from: [] }))}
        />
      )}
      {others.length > 0 && (
        <MultiSelect
          label="Other columns of the file to keep"
          searchable
          readOnly={isReadOnly}
          data={[...others]}
          value={[...keptOf(draft, names)]}
          onChange={(kept) => onChange(withKept(draft, names, kept))}
        />
      )}
    </Stack>
  );
}

type ColumnGiven = MadeGiven & { readonly column: string; readonly names: readonly string[] };

function MadeColumn({ column, names, ...given }: ColumnGiven) {
  const { draft, required, isReadOnly, faultsOf, onChange } = given;
  const [isEdited, setEdited] = useState(false);
  const rule = ruleOf(draft, column, names);
  const faults = faultsOf(column);
  const isShown = isEdited || (faults.length > 0 && !isReadOnly);
  const set = (next: Rule | undefined) => onChange(withRule(draft, column, next));
  return (
    <li className={classes['row']}>
      <div className={classes['line']}>
        <div className={classes['name']}>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {column}
          </Text>
          {required.includes(column) && (
            <Text size="xs" c="dimmed">
              Required
            </Text>
          )}
        </div>
        <Origin {...{ column, rule, names, isReadOnly }} onChange={set} />
        <Result {...given} column={column} />
        {!isReadOnly && (
          <Button
            size="compact-sm"
            variant="default"
            aria-expanded={isShown}
            aria-label={`${isShown ? 'Close' : 'Edit'} ${column}`}
            onClick={() => setEdited(!isShown)}
          >
            {isShown ? 'Close' : 'Edit'}
          </Button>
        )}
      </div>
      {isShown && (
        <Paper withBorder p="sm" mt="xs" role="group" aria-label={`Rule of ${column}`}>
          <RuleFields {...{ column, sources: names }} rule={rule ?? { from: [] }} onChange={set} />
          <RuleErrors errors={faults} />
          {draft.rules.has(column) && (
            <Button
              mt="sm"
              size="compact-sm"
              variant="default"
              onClick={() => {
                setEdited(false);
                set(undefined);
              }}
            >
              Remove column
            </Button>
          )}
        </Paper>
      )}
    </li>
  );
}

interface OriginGiven {
  readonly column: string;
  readonly rule: Rule | undefined;
  readonly names: readonly string[];
  readonly isReadOnly: boolean;
  readonly onChange: (rule: Rule) => void;
}

/** One column of the file is chosen here; more than that is said in words. */
function Origin({ column, rule, names, isReadOnly, onChange }: OriginGiven) {
  const source = rule === undefined ? '' : simpleSourceOf(rule, names);
  const said = rule && sayRule(column, rule);
  return (
    <div className={classes['origin']}>
      {source === undefined || isReadOnly ? (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {said?.origin ?? 'Nothing yet'}
        </Text>
      ) : (
        <Select
          aria-label={`Column of the file for ${column}`}
          size="xs"
          placeholder="Choose a column"
          searchable
          allowDeselect={false}
          nothingFoundMessage="No column found"
          data={[...names]}
          value={source === '' ? null : source}
          onChange={(chosen) => {
            if (chosen === null) return;
            const { from, ...usual } = ruleFrom(column, chosen);
            onChange({ ...(source === '' && usual), ...rule, from: from! });
          }}
        />
      )}
      {said && said.steps.length > 0 && (
        <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {said.steps.join(', ')}
        </Text>
      )}
    </div>
  );
}

type ResultGiven = Pick<MadeGiven, 'results' | 'measured' | 'sources'> & {
  readonly column: string;
};

function Result({ column, results, measured, sources }: ResultGiven) {
  const result = results.find((one) => one.column === column);
  const source = sources.find((one) => one.column === column);
  const inItems = measured && (measured.find((one) => one.column === column)?.filled ?? 0);
  const filled = inItems ?? result?.filled ?? source?.filled;
  return (
    <div className={classes['result']}>
      {result?.examples.map(({ before, after, fault }) => (
        <Text
          key={`${before} ${JSON.stringify(after)}`}
          size="xs"
          lineClamp={2}
          style={{ overflowWrap: 'anywhere' }}
        >
          <Example
            column={column}
            before={before}
            after={fault === undefined ? after : undefined}
          />
        </Text>
      ))}
      {!result && source && (
        <Text size="xs" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {source.samples.join(' · ')}
        </Text>
      )}
      {filled !== undefined && (
        <Text size="xs" c="dimmed">
          {sayFilled(filled, measured ? 'items' : 'of the first rows')}
        </Text>
      )}
    </div>
  );
}

interface ExampleGiven {
  readonly column: string;
  readonly before: string | null;
  /** undefined: it cannot be read. */
  readonly after: unknown;
}

function Example({ column, before, after }: ExampleGiven) {
  if (after === undefined) {
    return (
      <>
        {before} <span aria-hidden="true">→</span>{' '}
        <Text span inherit c="red">
          not understood
        </Text>
      </>
    );
  }
  const said = sayValue(column, after);
  if (before === null || before === said) return said;
  return (
    <>
      {before} <span aria-hidden="true">→</span> {said}
    </>
  );
}

interface AddGiven {
  readonly known: readonly string[];
  readonly taken: readonly string[];
  readonly onAdd: (column: string) => void;
}

function AddColumn({ known, taken, onAdd }: AddGiven) {
  const [name, setName] = useState('');
  const column = name.trim();
  const isTaken = taken.includes(column);
  const add = () => {
    if (column === '' || isTaken) return;
    onAdd(column);
    setName('');
  };
  return (
    <Group gap="xs" align="flex-end">
      <Autocomplete
        label="Another column of the feed"
        placeholder="material"
        data={[...known]}
        maxLength={100}
        value={name}
        onChange={setName}
        {...(isTaken && { error: 'The feed has this column above.' })}
      />
      <Button variant="default" onClick={add}>
        Add column
      </Button>
    </Group>
  );
}

/** "Filled in 37 % of items"; a little is not nothing, and almost all is not all. */
function sayFilled(share: number, of: 'items' | 'of the first rows'): string {
  if (share === 0) return of === 'items' ? 'Filled in no item' : 'Filled in none of the first rows';
  if (share === 1) return `Filled in all ${of}`;
  const percent = Math.min(Math.max(Math.round(100 * share), 1), 99);
  return `Filled in ${percent} % ${of === 'items' ? 'of items' : of}`;
}
