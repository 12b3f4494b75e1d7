// What is muted for every user: a property, or one of its values.
import { Button, Group, List, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { Section } from '../../ui/section.tsx';
import type { Form } from '../site-settings/form.ts';

export function MutedForAll({ form, properties }: { form: Form; properties: readonly string[] }) {
  const { values, isReadOnly } = form;
  const { muted } = values;
  const [property, setProperty] = useState('');
  const [value, setValue] = useState('');
  const mute = () => {
    if (property === '') return;
    const one = { property, ...(value !== '' && { value }) };
    const key = JSON.stringify(one);
    if (!muted.some((known) => JSON.stringify(known) === key)) form.set({ muted: [...muted, one] });
    setValue('');
  };
  return (
    <Section
      title="Muted values"
      about="Leave values that say nothing about taste, such as “Sale”, out of all profiles. You can unmute them at any time."
    >
      {muted.length === 0 ? (
        <Text size="sm">No muted values.</Text>
      ) : (
        <List size="sm" spacing={4} listStyleType="none" p={0}>
          {muted.map((one) => (
            <List.Item key={JSON.stringify(one)}>
              <Group gap="xs">
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {one.property}: {one.value ?? 'all values'}
                </Text>
                {!isReadOnly && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={`Unmute ${one.property} ${one.value ?? ''}`}
                    onClick={() => form.set({ muted: muted.filter((other) => other !== one) })}
                  >
                    Unmute
                  </Button>
                )}
              </Group>
            </List.Item>
          ))}
        </List>
      )}
      {!isReadOnly && (
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Property to mute"
            placeholder={properties[0] ?? 'categories'}
            value={property}
            onChange={(event) => setProperty(event.currentTarget.value)}
            maxLength={100}
            style={{ flex: '1 1 9rem' }}
          />
          <TextInput
            label="Value (empty for all)"
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            maxLength={1000}
            style={{ flex: '1 1 9rem' }}
          />
          <Button variant="default" leftSection={<Icon name="plus" />} onClick={mute}>
            Mute
          </Button>
        </Group>
      )}
      {form.faultOf('affinity/muted') && (
        <Text size="sm" c="var(--mantine-color-error)">
          {form.faultOf('affinity/muted')}
        </Text>
      )}
    </Section>
  );
}
