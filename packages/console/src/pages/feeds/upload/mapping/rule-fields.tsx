// Everything that a mapping can say of one column of the feed, as fields.
import {
  Checkbox,
  Group,
  MultiSelect,
  NativeSelect,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { readings } from '../../labels.ts';
import type { Rule } from '../mapping-draft.ts';
import { CaseFields } from './case-fields.tsx';
import { oneOrMore } from './condition-fields.tsx';
import { PathsField } from './paths-field.tsx';
import { listOf } from './say-rule.ts';
import { ValueField } from './value-field.tsx';
import { ValueTable } from './value-table.tsx';

export interface RuleGiven {
  readonly column: string;
  readonly rule: Rule;
  readonly sources: readonly string[];
  readonly onChange: (rule: Rule) => void;
}

/** Members of a rule; undefined ones are taken away. */
type Part = { readonly [Name in keyof Rule]: Rule[Name] | undefined };

const cleanings = [
  { value: 'trim', label: 'Remove spaces around it' },
  { value: 'lower', label: 'Lower case' },
  { value: 'strip', label: 'Remove HTML tags' },
  { value: 'decode', label: 'Decode HTML entities' },
];

export function RuleFields(given: RuleGiven) {
  const { column, rule, sources, onChange } = given;
  const set = (part: Part) => onChange(withoutEmpty({ ...rule, ...part }));
  const { as, text = [], separator, without = [], optional = false, values, cases = [] } = rule;
  return (
    <Stack gap="sm">
      <OriginFields {...given} />
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label="Read as"
          data={Object.entries(readings).map(([value, label]) => ({ value, label }))}
          value={as ?? ''}
          onChange={({ currentTarget }) => set({ as: currentTarget.value })}
        />
        {as === 'list' && (
          <TextInput
            label="Between list entries"
            w={150}
            maxLength={10}
            value={separator ?? '|'}
            onChange={({ currentTarget }) => set({ separator: currentTarget.value })}
          />
        )}
        <MultiSelect
          label="Clean up the text"
          placeholder={text.length === 0 ? 'As it is' : ''}
          style={{ flex: '1 1 16rem' }}
          data={cleanings}
          value={[...text]}
          onChange={(chosen) => set({ text: chosen })}
        />
      </Group>
      {as === 'list' && (
        <TagsInput
          label="Leave out of the list"
          splitChars={[]}
          value={[...without]}
          onChange={(chosen) => set({ without: chosen })}
        />
      )}
      <PartFields {...given} />
      <ValueTable
        {...{ column, as }}
        values={values ?? {}}
        onChange={(table) => set({ values: table })}
      />
      <CaseFields {...{ column, as, sources, cases }} onChange={(next) => set({ cases: next })} />
      <Checkbox
        label="Leave the column empty where its value cannot be read, instead of rejecting the row"
        checked={optional}
        onChange={({ currentTarget }) => set({ optional: currentTarget.checked })}
      />
    </Stack>
  );
}

type Origin = 'from' | 'template' | 'constant';

const origins = [
  { value: 'from', label: 'Columns of the file' },
  { value: 'template', label: 'A text with columns in it' },
  { value: 'constant', label: 'Always the same value' },
];

function OriginFields({ column, rule, sources, onChange }: RuleGiven) {
  const { from: _, template: __, default: value, ...rest } = rule;
  const origin: Origin =
    rule.template !== undefined ? 'template' : rule.from !== undefined ? 'from' : 'constant';
  const given = value === undefined ? {} : { default: value };
  const change = (chosen: string) => {
    if (chosen === 'from') onChange({ ...rest, ...given, from: [] });
    else if (chosen === 'template') onChange({ ...rest, ...given, template: '' });
    else onChange({ ...rest, default: value ?? '' });
  };
  const templates = listOf(rule.template);
  return (
    <Group gap="sm" align="flex-start">
      <NativeSelect
        label="Made of"
        data={origins}
        value={origin}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      {origin === 'from' && (
        <PathsField
          label="Columns"
          description="The first that is filled counts."
          paths={listOf(rule.from)}
          sources={sources}
          onChange={(paths) => onChange({ ...rule, from: oneOrMore(paths) })}
        />
      )}
      {origin === 'template' && (
        <Textarea
          label="Text"
          description="Put column names in braces. The first line that can be filled counts."
          placeholder="https://shop.example/products/{Handle}"
          autosize
          style={{ flex: '1 1 16rem' }}
          value={templates.join('\n')}
          onChange={({ currentTarget }) =>
            onChange({ ...rule, template: oneOrMore(currentTarget.value.split('\n')) })
          }
        />
      )}
      <ValueField
        label={origin === 'constant' ? 'Value' : 'If empty'}
        {...{ column, value }}
        as={rule.as}
        onChange={(next) => {
          const { default: ___, ...without } = rule;
          const isGone = next === undefined && origin !== 'constant';
          onChange(isGone ? without : { ...without, default: next ?? '' });
        }}
      />
    </Group>
  );
}

/** Cells that hold several values. */
function PartFields({ rule, onChange }: RuleGiven) {
  const { json = false, split, at } = rule;
  const set = (part: Part) => onChange(withoutEmpty({ ...rule, ...part }));
  const isOther = at !== undefined && at !== 0 && at !== -1;
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        label="Split the cell at"
        placeholder="Not split"
        w={140}
        maxLength={10}
        value={split ?? ''}
        onChange={({ currentTarget }) => set({ split: currentTarget.value })}
      />
      <NativeSelect
        label="Parts to use"
        data={[
          { value: '', label: 'All' },
          { value: '0', label: 'The first' },
          { value: '-1', label: 'The last' },
          ...(isOther ? [{ value: String(at), label: `Part ${at + 1}` }] : []),
          ...[1, 2, 3, 4]
            .filter((one) => one !== at)
            .map((one) => ({ value: String(one), label: `Part ${one + 1}` })),
        ]}
        value={at === undefined ? '' : String(at)}
        onChange={({ currentTarget: { value } }) =>
          set({ at: value === '' ? undefined : Number(value) })
        }
      />
      <Checkbox
        label="The cell holds JSON"
        mb={8}
        checked={json}
        onChange={({ currentTarget }) => set({ json: currentTarget.checked })}
      />
    </Group>
  );
}

/** Members that say nothing are left out, as in files that people write. */
function withoutEmpty(rule: Part): Rule {
  return Object.fromEntries(
    Object.entries(rule).filter(([name, value]) => {
      if (name === 'default' || name === 'from' || name === 'template') return true;
      const isEmpty = value === undefined || value === '' || value === false;
      return !isEmpty && !(Array.isArray(value) && value.length === 0);
    }),
  );
}

/** What is wrong with a rule, below its fields. */
export function RuleErrors({ errors }: { readonly errors: readonly string[] }) {
  if (errors.length === 0) return null;
  return (
    <Text size="sm" c="red" role="status">
      {errors.join('. ')}
    </Text>
  );
}
