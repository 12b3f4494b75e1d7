// Writes a condition: sentences for people, and the same JSON that code writes.
import { Alert, Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../ui/code-block.tsx';
import { Icon } from '../ui/icons.tsx';
import { JsonField } from '../ui/json-field.tsx';
import { BuilderContext } from './builder-context.ts';
import { Estimate } from './estimate.tsx';
import { GroupRows } from './group-rows.tsx';
import { completeRows, everybody, type Group as RowGroup } from './rows.ts';
import { asRows, asText, type Fault, type Targeting } from './targeting.ts';
import { useVocabulary } from './use-vocabulary.ts';
import { writeCondition } from './write.ts';

interface Given {
  /** Names it for those who listen. */
  readonly label: string;
  readonly value: Targeting;
  readonly onChange: (value: Targeting) => void;
  /** Their pointers are from the condition's root. */
  readonly faults?: readonly Fault[];
  readonly isReadOnly?: boolean;
  /** The audience that is being written, which cannot stand within itself. */
  readonly within?: number;
}

export function ConditionBuilder({ label, value, onChange, isReadOnly = false, ...rest }: Given) {
  const { faults = [], within } = rest;
  const [isStuck, setIsStuck] = useState(false);
  const isText = value.text !== undefined;
  const show = (tab: string | null) => {
    if ((tab === 'json') === isText) return;
    const next = tab === 'json' ? asText(value) : asRows(value);
    setIsStuck(next === undefined);
    if (next) onChange(next);
  };
  return (
    <Tabs value={isText ? 'json' : 'rows'} onChange={show} keepMounted={false}>
      <Tabs.List aria-label={`${label}: how it is written`} mb="sm">
        <Tabs.Tab value="rows">Builder</Tabs.Tab>
        <Tabs.Tab value="json">JSON</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="rows">
        <Rows {...{ label, value, onChange, isReadOnly, faults, within }} />
      </Tabs.Panel>
      <Tabs.Panel value="json">
        {isReadOnly ? (
          <CodeBlock code={value.text ?? ''} what="the condition" />
        ) : (
          <JsonField
            label={`${label} as JSON`}
            isLabelHidden
            value={value.text ?? ''}
            onChange={(text) => {
              setIsStuck(false);
              onChange({ ...value, text });
            }}
            error={faults.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; ')}
          />
        )}
        {isStuck && (
          <Text size="sm" c="var(--mantine-color-error)" mt="xs" role="alert">
            This is not a valid condition, so the builder cannot show it. Fix the JSON first.
          </Text>
        )}
      </Tabs.Panel>
    </Tabs>
  );
}

type RowsGiven = Required<Pick<Given, 'label' | 'value' | 'onChange' | 'isReadOnly' | 'faults'>> & {
  readonly within: number | undefined;
};

function Rows({ label, value, onChange, isReadOnly, faults, within }: RowsGiven) {
  const vocabulary = useVocabulary();
  const audiences = vocabulary.audiences.filter(({ id }) => id !== within);
  const { places } = writeCondition(value.rows);
  const complete = completeRows(value.rows);
  const set = (rows: RowGroup) => onChange({ rows });
  const found = [...places.values()];
  const elsewhere = faults.filter(({ pointer }) => !found.some((at) => isAt(pointer, at)));
  return (
    <BuilderContext
      value={{
        ...vocabulary,
        audiences,
        isReadOnly,
        faultOf: (row) => {
          const at = row.kind === 'group' ? undefined : places.get(row);
          return at === undefined || at === ''
            ? undefined
            : faults.find(({ pointer }) => isAt(pointer, at))?.detail;
        },
      }}
    >
      <Stack gap="xs" role="group" aria-label={label}>
        {value.rows.rows.length === 0 && <Text size="sm">Everyone</Text>}
        <GroupRows group={value.rows} onChange={set} depth={0} />
        {value.rows.rows.length > 0 && (
          <Estimate condition={writeCondition(complete.rows).condition} left={complete.left} />
        )}
        {elsewhere.map(({ pointer, detail }) => (
          <Alert key={pointer} color="red" icon={<Icon name="alert" />}>
            {pointer || 'The condition'}: {detail}
          </Alert>
        ))}
        {!isReadOnly && value.rows.rows.length > 1 && (
          <Group>
            <Button size="compact-xs" variant="subtle" onClick={() => set(everybody)}>
              Remove all conditions
            </Button>
          </Group>
        )}
      </Stack>
    </BuilderContext>
  );
}

const isAt = (pointer: string, at: string) => pointer === at || pointer.startsWith(`${at}/`);
