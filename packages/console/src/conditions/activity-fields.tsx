// A row that asks how often a user did something within some days.
import { NativeSelect, NumberInput, Text, TextInput } from '@mantine/core';
import { type Activity, kindsOfActivity, pathOfActivity, signalsOfActivity } from './activity.ts';
import { useBuilder } from './builder-context.ts';
import classes from './rows.module.css';
import type { AttributeRow } from './rows.ts';

interface Given {
  readonly row: AttributeRow;
  readonly activity: Activity;
  readonly onChange: (row: AttributeRow) => void;
}

const comparisons = {
  $gte: 'at least',
  $lte: 'at most',
  is: 'exactly',
  $gt: 'more than',
  $lt: 'fewer than',
};

export function ActivityFields({ row, activity, onChange }: Given) {
  const { isReadOnly } = useBuilder();
  const ask = (part: Partial<Activity>) =>
    onChange({ ...row, path: pathOfActivity({ ...activity, ...part }) });
  const { of, name, property, value, days } = activity;
  const text = (label: string, shown: string, part: (typed: string) => Partial<Activity>) => (
    <TextInput
      aria-label={label}
      placeholder={label}
      size="xs"
      w={140}
      value={shown}
      readOnly={isReadOnly}
      onChange={(event) => ask(part(event.currentTarget.value))}
    />
  );
  return (
    <div className={classes['activity']}>
      <NativeSelect
        aria-label="What was done"
        size="xs"
        disabled={isReadOnly}
        value={property === undefined ? of : `value ${of}`}
        data={whatOf(activity)}
        onChange={(event) =>
          onChange({ ...row, path: pathOfActivity(became(activity, event.currentTarget.value)) })
        }
      />
      {name !== undefined && text('Name of the event', name, (typed) => ({ name: typed }))}
      {property !== undefined && text('Property', property, (typed) => ({ property: typed }))}
      {value !== undefined && text('Value', value, (typed) => ({ value: typed }))}
      <NativeSelect
        aria-label="How often"
        size="xs"
        disabled={isReadOnly}
        value={row.operator}
        data={[
          ...Object.entries(comparisons).map(([operator, label]) => ({ value: operator, label })),
          ...(row.operator in comparisons ? [] : [row.operator]),
        ]}
        onChange={(event) => onChange({ ...row, operator: event.currentTarget.value })}
      />
      <Whole
        label="Times"
        value={Number(row.value)}
        onChange={(n) => onChange({ ...row, value: n })}
      />
      <Text size="sm">times in</Text>
      <Whole label="Days" value={days} min={1} max={366} onChange={(n) => ask({ days: n })} />
      <Text size="sm">days</Text>
    </div>
  );
}

interface WholeGiven {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
  readonly onChange: (value: number) => void;
}

function Whole({ label, value, min = 0, max = 1_000_000, onChange }: WholeGiven) {
  const { isReadOnly } = useBuilder();
  return (
    <NumberInput
      aria-label={label}
      size="xs"
      w={76}
      allowDecimal={false}
      {...{ value, min, max }}
      readOnly={isReadOnly}
      onChange={(typed) => onChange(typeof typed === 'number' ? typed : min)}
    />
  );
}

/** Everything that can be counted, and what is counted now. */
function whatOf({ of, property }: Activity) {
  const all = [
    ...Object.entries(signalsOfActivity).map(([name, words]) => [`value ${name}`, words] as const),
    ...Object.entries(kindsOfActivity),
    ['event', 'events by name'] as const,
  ];
  const now = property === undefined ? of : `value ${of}`;
  return [...all, ...(all.some(([name]) => name === now) ? [] : [[now, of] as const])].map(
    ([value, label]) => ({ value, label }),
  );
}

function became({ name, property, value, days }: Activity, chosen: string): Activity {
  const signal = /^value (.+)$/.exec(chosen)?.[1];
  if (signal !== undefined) {
    return { of: signal, property: property ?? 'categories', value: value ?? '', days };
  }
  return chosen === 'event' ? { of: chosen, name: name ?? '', days } : { of: chosen, days };
}
