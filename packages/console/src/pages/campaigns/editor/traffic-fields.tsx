// How much traffic takes part, and what keeps users with their variation.
import { Checkbox, Group, NumberInput, Radio, Slider, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { Section } from '../../../ui/section.tsx';
import type { Draft } from './draft.ts';
import type { Form } from './form.ts';
import { LayerFields } from './layer-fields.tsx';
import { UnitField } from './unit-field.tsx';

const stickiness = {
  user: {
    label: 'The unit',
    about: 'A device, person or account keeps its variation, on every visit.',
  },
  session: { label: 'The visit', about: 'A new visit is drawn anew.' },
  none: { label: 'Nothing', about: 'Every request is drawn anew.' },
};

export function TrafficFields({ form }: { form: Form }) {
  const { draft, set, isReadOnly } = form;
  return (
    <Section
      title="Who takes part"
      about="Of the users who match an experience. The others get nothing from it."
    >
      <Traffic form={form} />
      <UnitField form={form} />
      <Radio.Group
        label="What keeps somebody with a variation"
        value={draft.stickiness ?? 'user'}
        onChange={(chosen) => set({ stickiness: chosen as NonNullable<Draft['stickiness']> })}
        error={form.faultOf('/stickiness')}
      >
        <Stack gap="xs" mt="xs">
          {Object.entries(stickiness).map(([value, { label, about }]) => (
            <Radio
              key={value}
              value={value}
              label={label}
              description={about}
              disabled={isReadOnly}
            />
          ))}
        </Stack>
      </Radio.Group>
      <LayerFields form={form} />
      <Checkbox
        label="Also serves users who are held out"
        description="For what must not be withheld from anybody, such as a legal notice."
        disabled={isReadOnly}
        checked={draft.ignoresHoldouts ?? false}
        onChange={(event) => set({ ignoresHoldouts: event.currentTarget.checked })}
      />
      <Checkbox
        label="Also serves users who have not consented"
        description="Drawn without reading or recording anything about them. Off: they get your site's default."
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
        Traffic
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
          aria-label="Traffic in per cent"
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
        Those who take part already keep what they have, when it rises and when it is lowered.
      </Text>
      <Checkbox
        mt="xs"
        label="Roll back"
        description="Takes out those who are beyond this traffic, whatever they were given before."
        disabled={form.isReadOnly}
        checked={form.draft.rollback ?? false}
        onChange={(event) => form.set({ rollback: event.currentTarget.checked })}
        error={form.faultOf('/rollback')}
      />
    </div>
  );
}
