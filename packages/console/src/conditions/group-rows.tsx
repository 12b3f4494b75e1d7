// A group of rows: all of them, any of them or none of them must be true.
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { Icon } from '../ui/icons.tsx';
import { RemoveButton } from '../ui/remove-button.tsx';
import { useBuilder } from './builder-context.ts';
import { JsonFields } from './json-fields.tsx';
import classes from './rows.module.css';
import { everybody, type Of, type Row, type Group as RowGroup } from './rows.ts';
import { Picker } from './words/picker.tsx';
import { Sentence } from './words/sentence.tsx';

const words: Readonly<Record<Of, string>> = {
  all: 'All of these are true',
  any: 'At least one of these is true',
  none: 'None of these is true',
};
const joins: Readonly<Record<Of, string>> = { all: 'and', any: 'or', none: 'nor' };

interface Given {
  readonly group: RowGroup;
  readonly onChange: (group: RowGroup) => void;
  readonly depth: number;
}

/** How deep people may nest groups by buttons; what was nested deeper is shown as well. */
const depthMax = 3;

export function GroupRows({ group, onChange, depth }: Given) {
  const { isReadOnly } = useBuilder();
  const adding = useRef<HTMLInputElement>(null);
  const setRows = (rows: readonly Row[]) => onChange({ ...group, rows });
  const remove = (at: number) => {
    setRows(group.rows.filter((_, index) => index !== at));
    // What had the focus is gone.
    adding.current?.focus();
  };
  return (
    <div className={depth > 0 ? classes['nested'] : undefined}>
      <Stack gap="xs">
        {(group.rows.length > 1 || depth > 0 || group.of !== 'all') && (
          <NativeSelect
            aria-label="How conditions are combined"
            size="xs"
            w="fit-content"
            value={group.of}
            disabled={isReadOnly}
            data={Object.entries(words).map(([value, label]) => ({ value, label }))}
            onChange={(event) => onChange(takenAs(group, event.currentTarget.value as Of))}
          />
        )}
        {group.rows.map((row, at) => (
          <RowShown
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place, and holds no state
            key={at}
            row={row}
            join={at > 0 ? joins[group.of] : ''}
            hasJoins={group.rows.length > 1}
            depth={depth}
            onChange={(next) => setRows(group.rows.with(at, next))}
            onRemove={() => remove(at)}
          />
        ))}
        {!isReadOnly && (
          <Adders add={(row) => setRows([...group.rows, row])} {...{ depth, adding }} />
        )}
      </Stack>
    </div>
  );
}

/** The same rows, taken together in another way; written as lists are, which all ways have. */
function takenAs(group: RowGroup, of: Of): RowGroup {
  return { ...group, of, form: of === 'all' ? 'members' : 'list' };
}

interface AddersGiven {
  readonly add: (row: Row) => void;
  readonly depth: number;
  readonly adding: React.RefObject<HTMLInputElement | null>;
}

function Adders({ add, depth, adding }: AddersGiven) {
  return (
    <Group gap="xs">
      <div className={classes['picker']}>
        <Picker onAdd={add} fieldRef={adding} />
      </div>
      {depth < depthMax && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => add({ ...everybody, of: 'any', form: 'list' })}
        >
          Add group
        </Button>
      )}
    </Group>
  );
}

interface RowGiven {
  readonly row: Row;
  /** "and": what stands between this row and the one before; '': it is the first. */
  readonly join: string;
  readonly hasJoins: boolean;
  readonly depth: number;
  readonly onChange: (row: Row) => void;
  readonly onRemove: () => void;
}

function RowShown({ row, join, hasJoins, depth, onChange, onRemove }: RowGiven) {
  const { isReadOnly, faultOf } = useBuilder();
  const fault = faultOf(row);
  return (
    <div className={classes['row']}>
      {hasJoins && (
        <Text size="xs" c="dimmed" w={28} mt={7} ta="right">
          {join}
        </Text>
      )}
      <div className={classes['fields']}>
        <Fields {...{ row, depth, onChange }} />
        {fault && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert" data-fault tabIndex={-1}>
            {fault}
          </Text>
        )}
      </div>
      {!isReadOnly && (
        <RemoveButton
          label={row.kind === 'group' ? 'Remove group' : 'Remove condition'}
          onClick={onRemove}
        />
      )}
    </div>
  );
}

function Fields({ row, depth, onChange }: Pick<RowGiven, 'row' | 'depth' | 'onChange'>) {
  switch (row.kind) {
    case 'group':
      return <GroupRows group={row} onChange={onChange} depth={depth + 1} />;
    case 'json':
      return <JsonFields row={row} onChange={onChange} />;
    default:
      return <Sentence row={row} onChange={onChange} />;
  }
}
