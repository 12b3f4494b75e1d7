// A condition on rows as fields: columns that are filled, empty, or one of some values.
import { Button, Group, NativeSelect, Stack, TagsInput } from '@mantine/core';
import { RemoveButton } from '../../../../ui/remove-button.tsx';
import type { Condition } from '../mapping-draft.ts';
import { PathsField } from './paths-field.tsx';
import { listOf } from './say-rule.ts';

interface Given {
  /** What the condition is for, as its controls are named: "Rows to skip 1". */
  readonly label: string;
  readonly condition: Condition;
  readonly sources: readonly string[];
  readonly onChange: (condition: Condition) => void;
}

const operators = [
  { value: 'in', label: 'is one of' },
  { value: 'filled', label: 'is filled' },
  { value: 'empty', label: 'is empty' },
];

export const emptyCondition: Condition = { from: [], in: [] };

export function ConditionFields({ label, condition, sources, onChange }: Given) {
  const parts = partsOf(condition);
  const set = (next: readonly Condition[]) =>
    onChange(next.length === 1 ? next[0]! : { all: next });
  return (
    <Stack gap="xs">
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing else to be told apart by
        <Group key={at} gap="xs" align="flex-end">
          <PathsField
            label={at === 0 ? label : 'and'}
            paths={listOf(part.from)}
            sources={sources}
            onChange={(paths) => set(parts.with(at, { ...part, from: oneOrMore(paths) }))}
          />
          <NativeSelect
            aria-label={`${label}: condition ${at + 1}`}
            data={operators}
            value={operatorOf(part)}
            onChange={({ currentTarget }) =>
              set(parts.with(at, withOperator(part, currentTarget.value)))
            }
          />
          {part.in !== undefined && (
            <TagsInput
              aria-label={`${label}: values ${at + 1}`}
              placeholder={part.in.length === 0 ? 'Values' : ''}
              style={{ flex: '1 1 10rem' }}
              splitChars={[]}
              value={[...part.in]}
              onChange={(values) => set(parts.with(at, { ...part, in: values }))}
            />
          )}
          {parts.length > 1 && (
            <RemoveButton
              label={`Remove condition ${at + 1} of ${label}`}
              onClick={() => set(parts.toSpliced(at, 1))}
            />
          )}
        </Group>
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Add condition to ${label}`}
          onClick={() => set([...parts, emptyCondition])}
        >
          Add condition
        </Button>
      </Group>
    </Stack>
  );
}

/** "And" of "and" is one list. */
const partsOf = (condition: Condition): readonly Condition[] =>
  condition.all === undefined ? [condition] : condition.all.flatMap(partsOf);

function operatorOf({ filled }: Condition): string {
  if (filled === undefined) return 'in';
  return filled ? 'filled' : 'empty';
}

function withOperator({ from = [], in: values = [] }: Condition, operator: string): Condition {
  return operator === 'in' ? { from, in: values } : { from, filled: operator === 'filled' };
}

export const oneOrMore = (texts: readonly string[]): string | readonly string[] =>
  texts.length === 1 ? texts[0]! : texts;
