// Which rows of a file belong together: neighbours that are one product, rows and their parents.
import { Group, MultiSelect, NativeSelect, Stack, TagsInput, TextInput } from '@mantine/core';
import { ConditionFields, emptyCondition, oneOrMore } from './condition-fields.tsx';
import { PathsField } from './paths-field.tsx';
import type { Fold, Parents } from './say-rows.ts';
import { listOf } from './say-rule.ts';

interface FoldGiven {
  readonly fold: Fold | undefined;
  readonly sources: readonly string[];
  readonly onChange: (fold: Fold | undefined) => void;
}

export function FoldFields({ fold, sources, onChange }: FoldGiven) {
  const kind = fold === undefined ? '' : fold.starts === undefined ? 'by' : 'starts';
  const own = fold?.own ?? [];
  const change = (chosen: string) => {
    if (chosen === '') onChange(undefined);
    else if (chosen === 'by') onChange({ by: [], own });
    else onChange({ starts: emptyCondition, own });
  };
  return (
    <Stack gap="xs">
      <NativeSelect
        label="Rows of one product"
        maw={420}
        data={[
          { value: '', label: 'Each row stands alone' },
          { value: 'by', label: 'Neighbours with the same value in a column' },
          { value: 'starts', label: 'A row and those below it' },
        ]}
        value={kind}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      {kind === 'by' && (
        <Group>
          <PathsField
            label="The same value in"
            paths={listOf(fold?.by)}
            sources={sources}
            onChange={(paths) => onChange({ ...fold, by: oneOrMore(paths) })}
          />
        </Group>
      )}
      {fold?.starts !== undefined && (
        <ConditionFields
          label="A product begins where"
          condition={fold.starts}
          sources={sources}
          onChange={(starts) => onChange({ ...fold, starts })}
        />
      )}
      {fold !== undefined && (
        <MultiSelect
          label="Columns that differ from row to row"
          description="In the others, the first row counts for all."
          searchable
          data={[...new Set([...sources, ...own])]}
          value={[...own]}
          onChange={(chosen) => onChange({ ...fold, own: chosen })}
        />
      )}
    </Stack>
  );
}

interface ParentsGiven {
  readonly parents: Parents | undefined;
  readonly sources: readonly string[];
  readonly onChange: (parents: Parents | undefined) => void;
}

export function ParentFields({ parents, sources, onChange }: ParentsGiven) {
  const kind = parents === undefined ? '' : parents.list === undefined ? 'keys' : 'list';
  const of = parents?.of ?? [];
  const change = (chosen: string) => {
    if (chosen === '') onChange(undefined);
    else if (chosen === 'keys') onChange({ of, keys: [] });
    else onChange({ of, list: { from: [], split: [','] } });
  };
  const list = parents?.list;
  const setList = (part: Partial<NonNullable<Parents['list']>>) =>
    list && onChange({ of, list: { ...list, ...part } });
  return (
    <Stack gap="xs">
      <NativeSelect
        label="Rows with a parent"
        maw={420}
        data={[
          { value: '', label: 'None' },
          { value: 'keys', label: 'A row names its parent' },
          { value: 'list', label: 'A parent names its rows' },
        ]}
        value={kind}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      {parents !== undefined && (
        <Group gap="sm" align="flex-end">
          <PathsField
            label={
              kind === 'keys' ? 'Column that names the parent' : 'Column that the parent names'
            }
            paths={listOf(of)}
            sources={sources}
            onChange={(paths) => onChange({ ...parents, of: oneOrMore(paths) })}
          />
          {parents.keys !== undefined && (
            <TagsInput
              label="Names of a parent"
              placeholder={parents.keys.length === 0 ? '{SKU}' : ''}
              style={{ flex: '1 1 14rem' }}
              splitChars={[]}
              value={[...parents.keys]}
              onChange={(keys) => onChange({ ...parents, keys })}
            />
          )}
          {list && (
            <>
              <PathsField
                label="Column of the parent with the list"
                paths={listOf(list.from)}
                sources={sources}
                onChange={(paths) => setList({ from: oneOrMore(paths) })}
              />
              <TagsInput
                label="Split at"
                w={140}
                splitChars={[]}
                value={[...list.split]}
                onChange={(split) => setList({ split })}
              />
              <TextInput
                label="The name comes after"
                placeholder="sku="
                w={160}
                value={list.after ?? ''}
                onChange={({ currentTarget }) => setList({ after: currentTarget.value })}
              />
            </>
          )}
        </Group>
      )}
    </Stack>
  );
}
