// Who gets which experience, in order of priority; and people who always get a certain variation.
import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { ConditionBuilder } from '../../../conditions/condition-builder.tsx';
import { useExplanationNames } from '../../../conditions/use-vocabulary.ts';
import { Icon } from '../../../ui/icons.tsx';
import { OrderButtons } from '../../../ui/order-buttons.tsx';
import { Section } from '../../../ui/section.tsx';
import { type Experience, moved, nameOf, newExperience } from './draft.ts';
import type { Form } from './form.ts';
import { TestUsers } from './test-users.tsx';

export function Targeting({ form }: { form: Form }) {
  return (
    <>
      <Experiences form={form} />
      <TestUsers form={form} />
    </>
  );
}

function Experiences({ form }: { form: Form }) {
  const { draft, set, isReadOnly } = form;
  const { experiences } = draft;
  const adding = useRef<HTMLButtonElement>(null);
  const fault = form.faults.find(({ pointer }) => pointer === '/experiences')?.detail;
  return (
    <Section
      title="Targeting"
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
            onClick={() => set({ experiences: [...experiences, newExperience(draft)] })}
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
  const { key, targeting } = experience;
  const names = useExplanationNames();
  const name = nameOf(experience, names);
  const count = form.draft.experiences.length;
  return (
    <Paper
      withBorder
      p="sm"
      component="section"
      aria-label={`Experience ${at + 1}, ${name}`}
      data-pointer={pointer}
    >
      <Stack gap="md">
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            label={count > 1 ? `Experience ${at + 1}` : 'Experience'}
            style={{ flex: 1, minWidth: 0, maxWidth: 420 }}
            maxLength={200}
            readOnly={form.isReadOnly}
            value={experience.name ?? ''}
            placeholder={nameOf({ ...experience, name: '' }, names)}
            error={form.faultOf(`${pointer}/name`)}
            onChange={(event) => form.setExperience(key, { name: event.currentTarget.value })}
          />
          {!form.isReadOnly && count > 1 && (
            <OrderButtons
              name={name}
              remove="Remove experience"
              isFirst={at === 0}
              isLast={at === count - 1}
              onMove={onMove}
              onRemove={onRemove}
            />
          )}
        </Group>
        <ConditionBuilder
          label={`Visitors of ${name}`}
          value={targeting}
          onChange={(next) => form.setExperience(key, { targeting: next })}
          faults={form.faultsBelow(`${pointer}/targeting`)}
          isReadOnly={form.isReadOnly}
        />
      </Stack>
    </Paper>
  );
}
