// Numeric properties: into how many ranges of equal interest they divide, or at which limits.
import { Button, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { Section } from '../../ui/section.tsx';
import type { Form } from '../site-settings/form.ts';
import { formatBins, parseBoundaries } from './bin-boundaries.ts';

type Asked = number | readonly number[];

const usual = 5;

export function Bins({ form, columns }: { form: Form; columns: readonly string[] }) {
  const { values, isReadOnly } = form;
  const bands = values.bandsByProperty;
  const set = (property: string, asked: Asked | undefined) => {
    const { [property]: _, ...others } = bands;
    form.set({
      bandsByProperty:
        asked === undefined
          ? others
          : { ...others, [property]: typeof asked === 'number' ? asked : [...asked] },
    });
  };
  const left = columns.filter((column) => !Object.hasOwn(bands, column));
  return (
    <Section
      title="Number ranges"
      about="Group numbers such as prices into ranges, either of equal interest (recalculated hourly) or with your own limits."
    >
      <Stack gap="sm">
        {Object.entries(bands).map(([property, asked]) => (
          <Band
            key={property}
            property={property}
            asked={asked}
            isReadOnly={isReadOnly}
            fault={form.faultOf(`affinity/bandsByProperty/${property}`)}
            onChange={(next) => set(property, next)}
          />
        ))}
        {Object.keys(bands).length === 0 && (
          <Text size="sm">No ranges yet. All properties are treated as text.</Text>
        )}
        {!isReadOnly && (
          <Select
            label="Add ranges for a property"
            placeholder="Choose a column"
            data={left}
            value={null}
            searchable
            maw={320}
            nothingFoundMessage="No column found"
            onChange={(property) => property && set(property, usual)}
          />
        )}
      </Stack>
    </Section>
  );
}

interface Given {
  readonly property: string;
  readonly asked: Asked;
  readonly isReadOnly: boolean;
  readonly fault: string | undefined;
  readonly onChange: (asked: Asked | undefined) => void;
}

function Band({ property, asked, isReadOnly, fault, onChange }: Given) {
  const [typed, setTyped] = useState(() => (typeof asked === 'number' ? '' : asked.join(', ')));
  const edges = parseBoundaries(typed);
  return (
    <Group align="flex-end" gap="sm" role="group" aria-label={property}>
      <NumberInput
        label={`Number of ranges for ${property}`}
        min={2}
        max={20}
        w={130}
        value={typeof asked === 'number' ? asked : asked.length + 1}
        readOnly={isReadOnly || typeof asked !== 'number'}
        error={fault}
        onChange={(count) => typeof count === 'number' && onChange(count)}
        styles={{ label: { overflowWrap: 'anywhere' } }}
      />
      <TextInput
        label={`Or limits for ${property}`}
        placeholder="10, 25, 50"
        value={typed}
        readOnly={isReadOnly}
        error={edges === null && 'Enter ascending numbers, separated by commas.'}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          const read = parseBoundaries(text);
          if (read) onChange(read.length === 0 ? usual : read);
        }}
        style={{ flex: '1 1 10rem' }}
        styles={{ label: { overflowWrap: 'anywhere' } }}
      />
      {!isReadOnly && (
        <Button
          variant="default"
          leftSection={<Icon name="trash" />}
          onClick={() => onChange(undefined)}
          aria-label={`Remove ${property}`}
        >
          Remove
        </Button>
      )}
      <Text size="xs" c="dimmed" w="100%">
        {typeof asked === 'number'
          ? 'Ranges change only when others would be much more even.'
          : formatBins(asked)}
      </Text>
    </Group>
  );
}
