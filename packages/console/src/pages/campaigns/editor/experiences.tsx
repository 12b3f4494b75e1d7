// The experiences in order of priority: the first whose targeting fits decides.
import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { ConditionBuilder } from '../../../conditions/condition-builder.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { OrderButtons } from '../../../ui/order-buttons.tsx';
import { Section } from '../../../ui/section.tsx';
import type { Change } from '../../../versioned/kind.ts';
import { AllocationFields } from './allocation-fields.tsx';
import { type Experience, moved, newExperience } from './draft.ts';
import type { Form } from './form.ts';
import { Variations } from './variations.tsx';

export function Experiences({ form }: { form: Form }) {
  const { draft, set, isReadOnly } = form;
  const { experiences } = draft;
  const adding = useRef<HTMLButtonElement>(null);
  const fault = form.faults.find(({ pointer }) => pointer === '/experiences')?.detail;
  return (
    <Section
      title="Experiences"
      about="Checked from top to bottom; each visitor gets the first experience they match."
    >
      {experiences.map((experience, at) => (
        <ExperienceShown
          key={experience.key}
          form={form}
          experience={experience}
          at={at}
          onMove={(by) => set({ experiences: [...moved(experiences, at, by)] })}
          onRemove={() => {
            set({ experiences: experiences.filter(({ key }) => key !== experience.key) });
            adding.current?.focus();
          }}
        />
      ))}
      {fault && (
        <Text size="sm" c="var(--mantine-color-error)" data-fault tabIndex={-1}>
          {fault}
        </Text>
      )}
      {!isReadOnly && experiences.length < 50 && (
        <Group>
          <Button
            ref={adding}
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() =>
              set({ experiences: [...experiences, newExperience(experiences, draft.type)] })
            }
          >
            Add experience
          </Button>
        </Group>
      )}
    </Section>
  );
}

interface Given {
  readonly form: Form;
  readonly experience: Experience;
  readonly at: number;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

function ExperienceShown({ form, experience, at, onMove, onRemove }: Given) {
  const pointer = `/experiences/${at}`;
  const label = `Experience ${at + 1}, ${experience.name}`;
  const count = form.draft.experiences.length;
  const set = (part: Change<Experience>) => form.setExperience(experience.key, part);
  return (
    <Paper withBorder p="sm" component="section" aria-label={label}>
      <Stack gap="md">
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            label={`${at + 1}. Experience`}
            style={{ flex: 1, minWidth: 0 }}
            maxLength={200}
            readOnly={form.isReadOnly}
            value={experience.name}
            error={form.faultOf(`${pointer}/name`)}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          {!form.isReadOnly && (
            <OrderButtons
              name={experience.name}
              remove="Remove experience"
              isFirst={at === 0}
              isLast={at === count - 1}
              onMove={onMove}
              onRemove={count === 1 ? undefined : onRemove}
            />
          )}
        </Group>
        <div>
          <Text size="sm" fw={600}>
            For whom
          </Text>
          <ConditionBuilder
            label={`For whom, ${experience.name}`}
            value={experience.targeting}
            onChange={(targeting) => set({ targeting })}
            faults={form.faultsBelow(`${pointer}/targeting`)}
            isReadOnly={form.isReadOnly}
          />
        </div>
        <AllocationFields {...{ form, experience, pointer, set }} />
        <Variations {...{ form, experience, pointer, set }} />
      </Stack>
    </Paper>
  );
}
