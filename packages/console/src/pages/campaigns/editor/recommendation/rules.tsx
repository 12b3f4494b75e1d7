// Rules of a variation: which items are alone shown, never, first or last; in which slots.
import { Button, Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { Icon } from '../../../../ui/icons.tsx';
import { RemoveButton } from '../../../../ui/remove-button.tsx';
import { FilterRows } from '../../../strategies/recipe/filter-rows.tsx';
import { withEntry } from '../../../strategies/recipe/recipe.ts';
import { useRecipe } from '../../../strategies/recipe/recipe-context.ts';
import { type RuleDraft, ruleTypes } from './recommendation.ts';

const rulesMax = 20;

interface Given {
  readonly rules: readonly RuleDraft[] | undefined;
  readonly pointer: string;
  readonly onChange: (rules: readonly RuleDraft[] | undefined) => void;
}

const begun: RuleDraft = { type: 'include', filters: [{ type: 'in-stock' }] };

export function Rules({ rules = [], pointer, onChange }: Given) {
  const { isReadOnly } = useRecipe();
  const adding = useRef<HTMLButtonElement>(null);
  return (
    <Stack gap="xs" role="group" aria-label="Rules">
      <Text size="sm" fw={500}>
        Rules
      </Text>
      {rules.map((rule, at) => (
        <RuleShown
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place, and holds no state
          key={at}
          rule={rule}
          number={at + 1}
          pointer={`${pointer}/${at}`}
          onChange={(next) => onChange(withEntry(rules, at, next))}
          onRemove={() => {
            onChange(withEntry(rules, at, undefined));
            adding.current?.focus();
          }}
        />
      ))}
      {!isReadOnly && rules.length < rulesMax && (
        <Group>
          <Button
            ref={adding}
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => onChange([...rules, begun])}
          >
            Add rule
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface RuleGiven {
  readonly rule: RuleDraft;
  readonly number: number;
  readonly pointer: string;
  readonly onChange: (rule: RuleDraft) => void;
  readonly onRemove: () => void;
}

function RuleShown({ rule, number, pointer, onChange, onRemove }: RuleGiven) {
  const { isReadOnly, faultOf } = useRecipe();
  const { type, slots, filters } = rule;
  return (
    <Paper withBorder p="xs" role="group" aria-label={`Rule ${number}`}>
      <Stack gap={8}>
        <Group gap={6} align="flex-start" wrap="nowrap">
          <NativeSelect
            aria-label="Rule"
            size="xs"
            style={{ flex: '1 1 9rem', minWidth: 0 }}
            disabled={isReadOnly}
            value={type}
            data={Object.entries(ruleTypes).map(([value, label]) => ({ value, label }))}
            onChange={(event) =>
              onChange({ ...rule, type: event.currentTarget.value as RuleDraft['type'] })
            }
          />
          <TextInput
            aria-label="Slots of the rule"
            placeholder="All slots, or 1, 3-5"
            size="xs"
            style={{ flex: '1 1 9rem', minWidth: 0 }}
            maxLength={200}
            readOnly={isReadOnly}
            value={slots ?? ''}
            error={faultOf(`${pointer}/slots`)}
            onChange={(event) => {
              const { slots: _before, ...rest } = rule;
              const typed = event.currentTarget.value;
              onChange(typed === '' ? rest : { ...rest, slots: typed });
            }}
          />
          {!isReadOnly && <RemoveButton label={`Remove rule ${number}`} onClick={onRemove} />}
        </Group>
        <FilterRows
          label={`What items rule ${number} is about`}
          filters={filters}
          pointer={`${pointer}/filters`}
          onChange={(next) => onChange({ ...rule, filters: next ?? [] })}
        />
      </Stack>
    </Paper>
  );
}
