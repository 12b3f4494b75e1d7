// The experiences in order of priority: the first whose targeting fits decides.
import { ActionIcon, Button, Group, Paper, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { useRef } from 'react';
import { ConditionBuilder } from '../../../conditions/condition-builder.tsx';
import { Icon, type IconName } from '../../../ui/icons.tsx';
import { Section } from '../../../ui/section.tsx';
import { AllocationFields } from './allocation-fields.tsx';
import { type Change, type Experience, moved, newExperience } from './draft.ts';
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
      about="In order of priority: the first whose targeting fits somebody decides what he is given."
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
            onClick={() => set({ experiences: [...experiences, newExperience(experiences)] })}
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
            <Order
              name={experience.name}
              isFirst={at === 0}
              isLast={at === form.draft.experiences.length - 1}
              {...{ onMove, onRemove }}
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

interface OrderGiven extends Pick<Given, 'onMove' | 'onRemove'> {
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** Moving keeps the focus where it is: the part is the same, somewhere else. */
function Order({ name, isFirst, isLast, onMove, onRemove }: OrderGiven) {
  const button = (icon: IconName, words: string, isOff: boolean, act: () => void) => (
    <Tooltip label={words}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={`${words}: ${name}`}
        // Not `disabled`, which would take the focus away at the end of the list.
        aria-disabled={isOff}
        {...(isOff && { 'data-disabled': true })}
        onClick={() => !isOff && act()}
      >
        <Icon name={icon} size={16} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <Group gap={0} wrap="nowrap">
      {button('up', 'Move up', isFirst, () => onMove(-1))}
      {button('down', 'Move down', isLast, () => onMove(1))}
      {button('trash', 'Remove experience', isFirst && isLast, onRemove)}
    </Group>
  );
}
