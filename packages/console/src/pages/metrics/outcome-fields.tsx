// Which events count: their kind or name, tests on their properties, and what is summed.
import { Button, Fieldset, Group, Select, Stack, TextInput } from '@mantine/core';
import { Icon } from '../../ui/icons.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import type { OutcomeDraft } from './draft.ts';
import { eventLabels } from './labels.ts';
import { emptyRow, isLone, operatorLabels, type Row } from './where.ts';

interface Given {
  readonly legend: string;
  readonly outcome: OutcomeDraft;
  readonly onChange: (outcome: OutcomeDraft) => void;
  /** Are numbers added up, or only checked for being there? */
  readonly isSum: boolean;
  readonly isMoney: boolean;
  readonly fault: string | undefined;
}

const types = [
  ...Object.entries(eventLabels).map(([value, label]) => ({ value, label })),
  { value: 'custom', label: 'custom event' },
];

export function OutcomeFields({ legend, outcome, onChange, isSum, isMoney, fault }: Given) {
  const { type, name, rows, of } = outcome;
  const set = (part: Partial<OutcomeDraft>) => onChange({ ...outcome, ...part });
  const setRow = (at: number, row: Row) => set({ rows: rows.with(at, row) });
  return (
    <Fieldset legend={legend}>
      <Stack gap="sm">
        <Group align="flex-start" gap="sm">
          <Select
            label="Event"
            data={types}
            value={type}
            onChange={(chosen) => set({ type: (chosen ?? 'custom') as OutcomeDraft['type'] })}
            allowDeselect={false}
            searchable
            style={{ flex: '1 1 12rem' }}
          />
          {type === 'custom' && (
            <TextInput
              label="Event name"
              value={name}
              onChange={(event) => set({ name: event.currentTarget.value })}
              error={fault}
              maxLength={255}
              style={{ flex: '1 1 12rem' }}
            />
          )}
          {isSum && (
            <TextInput
              label="Property to sum"
              placeholder={isMoney ? 'value' : 'Empty: each event counts as 1'}
              value={of}
              onChange={(event) => set({ of: event.currentTarget.value })}
              maxLength={255}
              style={{ flex: '1 1 12rem' }}
            />
          )}
        </Group>
        {rows.map((row, at) => (
          <TestRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            key={at}
            row={row}
            number={at + 1}
            onChange={(changed) => setRow(at, changed)}
            onRemove={() => set({ rows: rows.toSpliced(at, 1) })}
          />
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon name="plus" size={14} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => set({ rows: [...rows, emptyRow] })}
        >
          Add property filter
        </Button>
      </Stack>
    </Fieldset>
  );
}

interface RowGiven {
  readonly row: Row;
  readonly number: number;
  readonly onChange: (row: Row) => void;
  readonly onRemove: () => void;
}

const operators = Object.entries(operatorLabels).map(([value, label]) => ({ value, label }));

function TestRow({ row, number, onChange, onRemove }: RowGiven) {
  const { property, operator, value } = row;
  return (
    <Group align="flex-end" gap="xs">
      <TextInput
        aria-label={`Property ${number}`}
        placeholder="Property"
        value={property}
        onChange={(event) => onChange({ ...row, property: event.currentTarget.value })}
        maxLength={255}
        style={{ flex: '2 1 8rem' }}
      />
      <Select
        aria-label={`Comparison ${number}`}
        data={operators}
        value={operator}
        onChange={(chosen) => onChange({ ...row, operator: chosen ?? '$eq' })}
        allowDeselect={false}
        style={{ flex: '1 1 7rem' }}
      />
      {!isLone(operator) && (
        <TextInput
          aria-label={`Value ${number}`}
          placeholder={operator === '$in' || operator === '$nin' ? 'a, b, c' : 'Value'}
          title={'Numbers, true and false are read as such; quote them for a text: "5"'}
          value={value}
          onChange={(event) => onChange({ ...row, value: event.currentTarget.value })}
          style={{ flex: '2 1 8rem' }}
        />
      )}
      <RemoveButton size={34} label={`Remove filter ${number}`} onClick={onRemove} />
    </Group>
  );
}
