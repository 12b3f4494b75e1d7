// How much traffic takes part, and how long visitors keep their variation.
import { Checkbox, Group, NumberInput, Slider, Text } from '@mantine/core';
import { useId } from 'react';
import { RadioChoices } from '../../../ui/radio-choices.tsx';
import { Section } from '../../../ui/section.tsx';
import type { Form } from './form.ts';
import { LayerFields } from './layer-fields.tsx';
import { UnitField } from './unit-field.tsx';

const stickiness = {
  user: { title: 'User', about: 'A visitor keeps their variation on every visit.' },
  session: { title: 'Session', about: 'Each visit is assigned again.' },
  none: { title: 'None', about: 'Each request is assigned again.' },
};

export function TrafficFields({ form }: { form: Form }) {
  const { draft, set, isReadOnly } = form;
  return (
    <Section
      title="Traffic"
      about="The share of matching visitors who take part; the others see your site's default."
    >
      <Traffic form={form} />
      <UnitField form={form} />
      <RadioChoices
        label="Stickiness"
        choices={stickiness}
        value={draft.stickiness ?? 'user'}
        error={form.faultOf('/stickiness')}
        onChange={(chosen) => set({ stickiness: chosen })}
        isReadOnly={isReadOnly}
      />
      <LayerFields form={form} />
      <Checkbox
        label="Also show to holdouts"
        description="For content that everyone must see, such as a legal notice."
        disabled={isReadOnly}
        checked={draft.ignoresHoldouts ?? false}
        onChange={(event) => set({ ignoresHoldouts: event.currentTarget.checked })}
      />
      <Checkbox
        label="Also show to visitors without consent"
        description="Nothing about them is read or recorded. When off, they see your site's default."
        disabled={isReadOnly}
        checked={draft.servesWithoutConsent ?? false}
        onChange={(event) => set({ servesWithoutConsent: event.currentTarget.checked })}
      />
    </Section>
  );
}

function Traffic({ form }: { form: Form }) {
  const labelId = useId();
  const share = Math.round((form.draft.traffic ?? 1) * 10_000) / 100;
  const set = (percent: number) =>
    form.set({ traffic: Math.round(Math.min(Math.max(percent, 0), 100) * 100) / 10_000 });
  return (
    <div>
      <Text size="sm" fw={600} id={labelId}>
        Share of visitors
      </Text>
      <Group gap="md" wrap="nowrap" mt={4}>
        <Slider
          style={{ flex: 1 }}
          label={null}
          thumbProps={{ 'aria-labelledby': labelId }}
          value={share}
          disabled={form.isReadOnly}
          onChange={set}
        />
        <NumberInput
          aria-label="Traffic in percent"
          w={110}
          min={0}
          max={100}
          decimalScale={2}
          suffix=" %"
          readOnly={form.isReadOnly}
          value={share}
          error={form.faultOf('/traffic')}
          onChange={(typed) => typeof typed === 'number' && set(typed)}
        />
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        Visitors who take part already keep their variation when you raise or lower it.
      </Text>
      <Checkbox
        mt="xs"
        label="Remove visitors beyond this share"
        description="They see the default again, even if they had a variation before."
        disabled={form.isReadOnly}
        checked={form.draft.rollback ?? false}
        onChange={(event) => form.set({ rollback: event.currentTarget.checked })}
        error={form.faultOf('/rollback')}
      />
    </div>
  );
}
