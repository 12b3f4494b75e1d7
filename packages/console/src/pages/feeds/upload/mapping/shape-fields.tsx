// What a row of the file is, as fields: where items are, which belong together, which to skip.
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { RemoveButton } from '../../../../ui/remove-button.tsx';
import { FoldFields, ParentFields } from './belonging-fields.tsx';
import { ConditionFields, emptyCondition, oneOrMore } from './condition-fields.tsx';
import { PathsField } from './paths-field.tsx';
import type { Pair, Shape } from './say-rows.ts';
import { listOf } from './say-rule.ts';

interface Given {
  readonly shape: Shape;
  readonly sources: readonly string[];
  readonly onChange: (shape: Shape) => void;
}

export function ShapeFields({ shape, sources, onChange }: Given) {
  const { root, unfold, fold, parents, skip = [], pairs = [] } = shape;
  const set = (part: { readonly [Name in keyof Shape]: Shape[Name] | undefined }) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...shape, ...part }).filter(
          ([, value]) =>
            value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
        ),
      ),
    );
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-end">
        <TextInput
          label="Items are at (JSON and XML)"
          placeholder="data.products"
          style={{ flex: '1 1 14rem' }}
          value={root ?? ''}
          onChange={({ currentTarget }) => set({ root: currentTarget.value.trim() })}
        />
        <TextInput
          label="Make an item of each element of"
          placeholder="variants"
          style={{ flex: '1 1 14rem' }}
          value={unfold ?? ''}
          onChange={({ currentTarget }) => set({ unfold: currentTarget.value.trim() })}
        />
      </Group>
      <FoldFields {...{ sources }} fold={fold} onChange={(next) => set({ fold: next })} />
      <ParentFields
        {...{ sources }}
        parents={parents}
        onChange={(next) => set({ parents: next })}
      />
      <Listed
        title="Rows to skip"
        one="skip rule"
        add="Skip rows"
        most={20}
        all={skip}
        fresh={emptyCondition}
        onChange={(next) => set({ skip: next })}
      >
        {(condition, change, at) => (
          <ConditionFields
            label={`Skip rows where (${at + 1})`}
            {...{ condition, sources }}
            onChange={change}
          />
        )}
      </Listed>
      <Listed
        title="Columns named in cells"
        one="named column"
        add="Add columns named in cells"
        most={20}
        all={pairs}
        fresh={{ name: [], value: [] } as Pair}
        onChange={(next) => set({ pairs: next })}
      >
        {(pair, change, at) => <PairFields {...{ pair, sources, at }} onChange={change} />}
      </Listed>
    </Stack>
  );
}

interface ListGiven<One> {
  readonly title: string;
  /** What one of them is called. */
  readonly one: string;
  readonly add: string;
  readonly most: number;
  readonly all: readonly One[];
  readonly fresh: One;
  readonly onChange: (all: readonly One[]) => void;
  readonly children: (one: One, change: (one: One) => void, at: number) => ReactNode;
}

/** Several of a kind, each of which can be removed. */
function Listed<One>({
  title,
  one: name,
  add,
  most,
  all,
  fresh,
  onChange,
  children,
}: ListGiven<One>) {
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {all.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else to be told apart by
        <Group key={at} gap="xs" align="flex-start" wrap="nowrap">
          <div style={{ flex: 1, minWidth: 0 }}>
            {children(one, (next) => onChange(all.with(at, next)), at)}
          </div>
          <RemoveButton
            label={`Remove ${name} ${at + 1}`}
            mt={24}
            onClick={() => onChange(all.toSpliced(at, 1))}
          />
        </Group>
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          disabled={all.length >= most}
          onClick={() => onChange([...all, fresh])}
        >
          {add}
        </Button>
      </Group>
    </Stack>
  );
}

interface PairGiven {
  readonly pair: Pair;
  readonly at: number;
  readonly sources: readonly string[];
  readonly onChange: (pair: Pair) => void;
}

function PairFields({ pair, at, sources, onChange }: PairGiven) {
  const isText = pair.from !== undefined;
  const { split = ',', equals = '=' } = pair;
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        label={`Names and values (${at + 1})`}
        data={[
          { value: 'cells', label: 'In two columns' },
          { value: 'text', label: 'In one cell: color=Red,size=L' },
        ]}
        value={isText ? 'text' : 'cells'}
        onChange={({ currentTarget }) =>
          onChange(
            currentTarget.value === 'text' ? { from: [], split, equals } : { name: [], value: [] },
          )
        }
      />
      {isText ? (
        <>
          <PathsField
            label="Column"
            paths={listOf(pair.from)}
            sources={sources}
            onChange={(paths) => onChange({ ...pair, from: oneOrMore(paths) })}
          />
          <TextInput
            label="Between entries"
            w={130}
            maxLength={10}
            value={split}
            onChange={({ currentTarget }) => onChange({ ...pair, split: currentTarget.value })}
          />
          <TextInput
            label="Before the value"
            w={130}
            maxLength={10}
            value={equals}
            onChange={({ currentTarget }) => onChange({ ...pair, equals: currentTarget.value })}
          />
        </>
      ) : (
        <>
          <PathsField
            label="Column of names"
            paths={listOf(pair.name)}
            sources={sources}
            onChange={(paths) => onChange({ ...pair, name: oneOrMore(paths) })}
          />
          <PathsField
            label="Column of values"
            paths={listOf(pair.value)}
            sources={sources}
            onChange={(paths) => onChange({ ...pair, value: oneOrMore(paths) })}
          />
        </>
      )}
    </Group>
  );
}
