// "viewed Running (categories) at least 3 times in the last 30 days".

import { Autocomplete, NumberInput, Text } from '@mantine/core';
import {
  type Activity,
  kindsOfActivity,
  pathOfActivity,
  readActivity,
  signalsOfActivity,
} from './activity.ts';
import { useBuilder } from './builder-context.ts';
import classes from './rows.module.css';
import type { AttributeRow } from './rows.ts';
import { Choose } from './words/choose.tsx';
import { comparisons } from './words/operands.ts';
import { ValueOfProperty } from './words/value-of-property.tsx';

interface Given {
  readonly row: AttributeRow;
  readonly onChange: (row: AttributeRow) => void;
}

export function ActivityFields({ row, onChange }: Given) {
  const activity = readActivity(row.path)!;
  const { of, name, property, value, days } = activity;
  const ask = (part: Partial<Activity>) => onChange(rowOf(row, { ...activity, ...part }));
  return (
    <div className={classes['sentence']}>
      <Choose
        label="Activity"
        value={property === undefined ? of : `value ${of}`}
        options={whatOf(activity)}
        onChange={(chosen) => onChange(rowOf(row, became(activity, chosen)))}
      />
      {name !== undefined && <EventName name={name} onChange={(next) => ask({ name: next })} />}
      {property !== undefined && (
        <ValueOfProperty
          labels={{ value: 'Value', property: 'Property' }}
          {...{ property, of, value: value! }}
          onChange={ask}
        />
      )}
      <Often row={row} days={days} onChange={onChange} onDays={(n) => ask({ days: n })} />
    </div>
  );
}

interface OftenGiven extends Given {
  readonly days: number;
  readonly onDays: (days: number) => void;
}

/** "at least 3 times in the last 30 days" */
export function Often({ row, days, onChange, onDays }: OftenGiven) {
  return (
    <>
      <Choose
        label="How often"
        value={row.operator}
        options={comparisons}
        onChange={(operator) => onChange({ ...row, operator })}
      />
      <Whole
        label="Times"
        value={Number(row.value)}
        onChange={(n) => onChange({ ...row, value: n })}
      />
      <Text size="sm">times in the last</Text>
      <Whole label="Days" value={days} min={1} max={366} onChange={onDays} />
      <Text size="sm">days</Text>
    </>
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
      w={70}
      allowDecimal={false}
      {...{ value, min, max }}
      readOnly={isReadOnly}
      onChange={(typed) => typeof typed === 'number' && onChange(typed)}
    />
  );
}

function EventName({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const { fields, isReadOnly } = useBuilder();
  const seen = fields.flatMap(({ source, path }) =>
    source === 'event' ? [readActivity(path.replace(/\*$/, '1d'))?.name ?? []].flat() : [],
  );
  return (
    <Autocomplete
      aria-label="Name of the event"
      placeholder="Name of the event"
      size="xs"
      className={classes['value']}
      data={[...new Set(seen)]}
      limit={50}
      readOnly={isReadOnly}
      value={name}
      onChange={onChange}
      maxLength={100}
    />
  );
}

/** The row that asks it; open while something of it has no name. */
function rowOf({ isOpen: _before, ...row }: AttributeRow, activity: Activity): AttributeRow {
  const { name, property, value } = activity;
  const isMissing = [name, property, value].includes('');
  return { ...row, path: pathOfActivity(activity), ...(isMissing && { isOpen: true as const }) };
}

/** Everything that can be counted, and what is counted now. */
function whatOf({ of, property }: Activity): Record<string, string> {
  const signals = Object.entries(signalsOfActivity).map(([name, words]) => [
    `value ${name}`,
    words,
  ]);
  const all = Object.fromEntries([
    ...signals,
    ...Object.entries(kindsOfActivity),
    ['event', 'sent the event'],
  ]);
  const now = property === undefined ? of : `value ${of}`;
  return now in all ? all : { ...all, [now]: of };
}

function became({ name, property, value, days }: Activity, chosen: string): Activity {
  const signal = /^value (.+)$/.exec(chosen)?.[1];
  if (signal !== undefined) {
    return { of: signal, property: property ?? 'categories', value: value ?? '', days };
  }
  return chosen === 'event' ? { of: chosen, name: name ?? '', days } : { of: chosen, days };
}
