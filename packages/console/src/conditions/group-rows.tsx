// A group of rows: all of them, any of them or none of them must hold.
import { ActionIcon, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { Icon } from '../ui/icons.tsx';
import { pathOfActivity, readActivity } from './activity.ts';
import { ActivityFields } from './activity-fields.tsx';
import { AttributeFields } from './attribute-fields.tsx';
import { AudienceFields } from './audience-fields.tsx';
import { useBuilder } from './builder-context.ts';
import { JsonFields } from './json-fields.tsx';
import classes from './rows.module.css';
import { everybody, type Of, type Row, type Group as RowGroup } from './rows.ts';

const words: Readonly<Record<Of, string>> = {
  all: 'All of these hold',
  any: 'Any of these holds',
  none: 'None of these holds',
};

interface Given {
  readonly group: RowGroup;
  readonly onChange: (group: RowGroup) => void;
  readonly depth: number;
}

/** How deep people may nest groups by buttons; what was nested deeper is shown as well. */
const depthMax = 3;

export function GroupRows({ group, onChange, depth }: Given) {
  const { isReadOnly } = useBuilder();
  const adding = useRef<HTMLButtonElement>(null);
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
            aria-label="How the rows are taken together"
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
  readonly adding: React.RefObject<HTMLButtonElement | null>;
}

const newActivity = { of: 'view', property: 'categories', value: '', days: 30 };

function Adders({ add, depth, adding }: AddersGiven) {
  const { audiences } = useBuilder();
  const button = (label: string, row: Row, ref?: AddersGiven['adding']) => (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Icon name="plus" size={14} />}
      onClick={() => add(row)}
      {...(ref && { ref })}
    >
      {label}
    </Button>
  );
  return (
    <Group gap="xs">
      {button('Attribute', { kind: 'attribute', path: '', operator: 'is', value: '' }, adding)}
      {button('Activity', {
        ...{ kind: 'attribute', path: pathOfActivity(newActivity), operator: '$gte', value: 3 },
      })}
      {audiences.length > 0 && button('Audience', { kind: 'audience', id: null, isIn: true })}
      {depth < depthMax && button('Group', { ...everybody, of: 'any', form: 'list' })}
    </Group>
  );
}

interface RowGiven {
  readonly row: Row;
  readonly depth: number;
  readonly onChange: (row: Row) => void;
  readonly onRemove: () => void;
}

function RowShown({ row, depth, onChange, onRemove }: RowGiven) {
  const { isReadOnly, faultOf } = useBuilder();
  const fault = faultOf(row);
  return (
    <div className={classes['row']}>
      <div className={classes['fields']}>
        <Fields {...{ row, depth, onChange }} />
        {fault && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {fault}
          </Text>
        )}
      </div>
      {!isReadOnly && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={30}
          aria-label={row.kind === 'group' ? 'Remove the group' : 'Remove the row'}
          onClick={onRemove}
        >
          <Icon name="trash" size={16} />
        </ActionIcon>
      )}
    </div>
  );
}

function Fields({ row, depth, onChange }: Omit<RowGiven, 'onRemove'>) {
  switch (row.kind) {
    case 'group':
      return <GroupRows group={row} onChange={onChange} depth={depth + 1} />;
    case 'audience':
      return <AudienceFields row={row} onChange={onChange} />;
    case 'json':
      return <JsonFields row={row} onChange={onChange} />;
    case 'attribute': {
      const activity = readActivity(row.path);
      return activity && typeof row.value === 'number' ? (
        <ActivityFields row={row} activity={activity} onChange={onChange} />
      ) : (
        <AttributeFields row={row} onChange={onChange} />
      );
    }
  }
}
