// Writes a condition: rows for people, and the same JSON that code writes.
import { Alert, Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../api/endpoints.ts';
import { useAnswer } from '../api/queries.ts';
import { useSite } from '../shell/site-context.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Icon } from '../ui/icons.tsx';
import { JsonField } from '../ui/json-field.tsx';
import { BuilderContext } from './builder-context.ts';
import { Estimate } from './estimate.tsx';
import { GroupRows } from './group-rows.tsx';
import { everybody, type Group as RowGroup } from './rows.ts';
import { asRows, asText, type Targeting } from './targeting.ts';
import { useFields } from './use-fields.ts';
import { writeCondition } from './write.ts';

export interface Fault {
  /** From the condition's root. */
  readonly pointer: string;
  readonly detail: string;
}

interface Given {
  /** Names it for those who listen. */
  readonly label: string;
  readonly value: Targeting;
  readonly onChange: (value: Targeting) => void;
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
      <Tabs.List aria-label={`${label}: how it is written`}>
        <Tabs.Tab value="rows">Rows</Tabs.Tab>
        <Tabs.Tab value="json">JSON</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="rows" pt="sm">
        <Rows {...{ label, value, onChange, isReadOnly, faults, within }} />
      </Tabs.Panel>
      <Tabs.Panel value="json" pt="sm">
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
            This is not a condition yet, so that there are no rows of it. Put it right first.
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
  const { name: site } = useSite();
  const fields = useFields();
  const listed = useAnswer(consoleApi.listAudiences, { params: { site }, query: { limit: '100' } });
  const audiences = (listed.data?.items ?? [])
    .filter(({ id }) => id !== within)
    .map(({ id, audience }) => ({ id, name: audience.name }));
  const { condition, places } = writeCondition(value.rows);
  const set = (rows: RowGroup) => onChange({ rows });
  const found = [...places.values()];
  const elsewhere = faults.filter(({ pointer }) => !found.some((at) => isAt(pointer, at)));
  return (
    <BuilderContext
      value={{
        fields,
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
        {value.rows.rows.length === 0 && (
          <Text size="sm" c="dimmed">
            Everybody. Add a row to make it for some.
          </Text>
        )}
        <GroupRows group={value.rows} onChange={set} depth={0} />
        {value.rows.rows.length > 0 && <Estimate condition={condition} />}
        {elsewhere.map(({ pointer, detail }) => (
          <Alert key={pointer} color="red" icon={<Icon name="alert" />}>
            {pointer || 'The condition'}: {detail}
          </Alert>
        ))}
        {!isReadOnly && value.rows !== everybody && value.rows.rows.length > 0 && (
          <Group>
            <Button size="compact-xs" variant="subtle" onClick={() => set(everybody)}>
              For everybody again
            </Button>
          </Group>
        )}
      </Stack>
    </BuilderContext>
  );
}

const isAt = (pointer: string, at: string) => pointer === at || pointer.startsWith(`${at}/`);
