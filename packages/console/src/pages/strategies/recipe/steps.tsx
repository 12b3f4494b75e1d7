// The chain of steps: each fills what those before it left empty.
import { Button, Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { newKey } from '../../../ui/new-key.ts';
import { OrderButtons } from '../../../ui/order-buttons.tsx';
import { Section } from '../../../ui/section.tsx';
import { FilterRows } from './filter-rows.tsx';
import { changedOf, computed, isAdvanced } from './method-details.ts';
import { becomes, begin, type MethodName, methods, nameOf, type Option } from './methods.ts';
import { OptionField } from './option-field.tsx';
import classes from './recipe.module.css';
import type { Rows, StepDraft } from './recipe.ts';
import { useRecipe } from './recipe-context.ts';

const stepsMax = 10;

interface Given {
  readonly rows: Rows;
  readonly set: (part: Partial<Rows>) => void;
}

export function Steps({ rows: { steps }, set }: Given) {
  const { isReadOnly, faultOf } = useRecipe();
  const adding = useRef<HTMLButtonElement>(null);
  const fault = steps.length === 0 ? faultOf('/steps') : undefined;
  const move = (at: number, by: -1 | 1) => {
    const other = steps[at + by];
    if (other) set({ steps: steps.with(at + by, steps[at]!).with(at, other) });
  };
  return (
    <Section
      title="Steps"
      about="Each step fills the slots that the steps before it left empty. After the last step, any item that matches the filters fills the rest."
    >
      {steps.map((step, at) => (
        <StepShown
          key={step.key}
          step={step}
          at={at}
          count={steps.length}
          onChange={(next) => set({ steps: steps.with(at, next) })}
          onMove={(by) => move(at, by)}
          onRemove={() => {
            set({ steps: steps.filter(({ key }) => key !== step.key) });
            adding.current?.focus();
          }}
        />
      ))}
      {fault && (
        <Text size="sm" c="var(--mantine-color-error)" data-fault tabIndex={-1}>
          {fault}
        </Text>
      )}
      {!isReadOnly && steps.length < stepsMax && (
        <Group>
          <Button
            ref={adding}
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => set({ steps: [...steps, newStep()] })}
          >
            Add step
          </Button>
        </Group>
      )}
    </Section>
  );
}

/** How much of what is folded in a step is set. */
function changedIn({ method, slots, filters = [] }: StepDraft, name: MethodName): number {
  const changed = changedOf(method, name, methods[name].options.filter(isAdvanced));
  return changed + (slots ? 1 : 0) + filters.length;
}

const sayChanged = (changed: number) => (changed === 0 ? undefined : `${changed} set`);

function newStep(): StepDraft {
  return { key: newKey(), method: begin('popularity') };
}

interface StepGiven {
  readonly step: StepDraft;
  readonly at: number;
  readonly count: number;
  readonly onChange: (step: StepDraft) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

function StepShown({ step, at, count, onChange, onMove, onRemove }: StepGiven) {
  const { isReadOnly, faultOf } = useRecipe();
  const pointer = `/steps/${at}`;
  const name = nameOf(step.method) ?? 'popularity';
  const { title, about, options } = methods[name];
  const called = `Step ${at + 1}, ${title}`;
  const given = { step, pointer, onChange };
  const folded = [
    'slots',
    'filters',
    ...options.filter(isAdvanced).map((one) => `method/${one.name}`),
  ];
  return (
    <Paper withBorder p="sm" component="section" aria-label={called}>
      <Stack gap="sm">
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <NativeSelect
            label={`${at + 1}. Method`}
            style={{ flex: 1, minWidth: 0 }}
            disabled={isReadOnly}
            value={name}
            data={Object.entries(methods).map(([value, one]) => ({ value, label: one.title }))}
            onChange={(event) =>
              onChange({
                ...step,
                method: becomes(step.method, event.currentTarget.value as MethodName),
              })
            }
          />
          {!isReadOnly && (
            <OrderButtons
              name={called}
              remove="Remove step"
              isFirst={at === 0}
              isLast={at === count - 1}
              onMove={onMove}
              onRemove={count === 1 ? undefined : onRemove}
            />
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {about}
        </Text>
        <Options options={options.filter((one) => !isAdvanced(one))} {...given} />
        <Disclosure
          what="advanced options"
          note={sayChanged(changedIn(step, name))}
          isForced={folded.some((one) => faultOf(`${pointer}/${one}`) !== undefined)}
        >
          <Stack gap="sm">
            <Options options={options.filter(isAdvanced)} {...given} />
            <StepLimits {...{ step, pointer, onChange }} />
          </Stack>
        </Disclosure>
        <Disclosure what="how it is computed">
          <Text size="sm" c="dimmed">
            {computed[name]}
          </Text>
        </Disclosure>
      </Stack>
    </Paper>
  );
}

interface OptionsGiven extends Pick<StepGiven, 'step' | 'onChange'> {
  readonly options: readonly Option[];
  readonly pointer: string;
}

function Options({ options, step, pointer, onChange }: OptionsGiven) {
  if (options.length === 0) return null;
  return (
    <div className={classes['options']}>
      {options.map((option) => (
        <OptionField
          key={option.name}
          option={option}
          method={step.method}
          pointer={`${pointer}/method`}
          onChange={(method) => onChange({ ...step, method })}
        />
      ))}
    </div>
  );
}

interface LimitsGiven extends Pick<StepGiven, 'step' | 'onChange'> {
  readonly pointer: string;
}

function StepLimits({ step, pointer, onChange }: LimitsGiven) {
  const { isReadOnly, faultOf } = useRecipe();
  const { slots = '', filters } = step;
  const change = (part: { [Name in keyof StepDraft]?: StepDraft[Name] | undefined }) => {
    const all = Object.entries({ ...step, ...part }).filter(([, value]) => value !== undefined);
    onChange(Object.fromEntries(all) as unknown as StepDraft);
  };
  return (
    <Stack gap={8}>
      <TextInput
        label="Only for slots"
        description="For example 1, 3-5. Empty: every slot that is still empty."
        readOnly={isReadOnly}
        maxLength={200}
        value={slots}
        error={faultOf(`${pointer}/slots`)}
        onChange={(event) => change({ slots: event.currentTarget.value || undefined })}
      />
      <Text size="sm" fw={500}>
        Filters of this step only
      </Text>
      <FilterRows
        label={`Filters of step ${Number(pointer.split('/').at(-1)) + 1}`}
        filters={filters}
        pointer={`${pointer}/filters`}
        onChange={(next) => change({ filters: next })}
      />
    </Stack>
  );
}
