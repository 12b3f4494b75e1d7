// A value, and the property that it is of: "Shoes (categories)".
import { Autocomplete } from '@mantine/core';
import { useBuilder } from '../builder-context.ts';
import classes from '../rows.module.css';
import { Choose } from './choose.tsx';
import { propertiesOf, propertyOfValue, valuesByProperty } from './property-values.ts';

interface Given {
  readonly labels: { readonly value: string; readonly property: string };
  readonly property: string;
  readonly value: string;
  /** What is done with the values that are offered; absent: they are liked. */
  readonly of?: string;
  /** A value brings the property that it is of. */
  readonly onChange: (part: { readonly value?: string; readonly property: string }) => void;
}

export function ValueOfProperty({ labels, property, value, of, onChange }: Given) {
  const { fields, isReadOnly } = useBuilder();
  const properties = [...new Set([...propertiesOf(fields), property])];
  const values = valuesByProperty(fields, property, of);
  return (
    <>
      <Autocomplete
        aria-label={labels.value}
        placeholder="Choose or type a value"
        size="xs"
        className={classes['value']}
        data={values.map(({ group, items }) => ({ group, items: [...items] }))}
        limit={100}
        readOnly={isReadOnly}
        value={value}
        onChange={(typed) =>
          onChange({ value: typed, property: propertyOfValue(values, property, typed) })
        }
        maxLength={500}
        maxDropdownHeight={240}
      />
      <Choose
        label={labels.property}
        value={property}
        options={Object.fromEntries(properties.map((one) => [one, `(${one})`]))}
        onChange={(next) => onChange({ property: next })}
      />
    </>
  );
}
