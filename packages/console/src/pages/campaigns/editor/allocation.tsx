// How variations are allocated in each experience, and who takes part.
import { Stack, Text } from '@mantine/core';
import { useExplanationNames } from '../../../conditions/use-vocabulary.ts';
import { Section } from '../../../ui/section.tsx';
import { AllocationFields } from './allocation-fields.tsx';
import { type Experience, nameOf } from './draft.ts';
import type { Form } from './form.ts';
import { RolloutFields } from './rollout-fields.tsx';
import { SharesBar } from './shares-bar.tsx';
import { TrafficFields } from './traffic-fields.tsx';

export function Allocation({ form }: { form: Form }) {
  const { experiences } = form.draft;
  const names = useExplanationNames();
  return (
    <>
      <Section title="Allocation">
        {experiences.map((experience, at) => {
          const pointer = `/experiences/${at}`;
          return (
            <Stack key={experience.key} gap="xs" data-pointer={pointer}>
              {experiences.length > 1 && (
                <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {at + 1}. {nameOf(experience, names)}
                </Text>
              )}
              {isAlone(experience) ? (
                <Text size="sm" c="dimmed">
                  One variation: everyone in this experience gets it.
                </Text>
              ) : (
                <AllocationFields
                  {...{ form, experience, pointer }}
                  set={(part) => form.setExperience(experience.key, part)}
                />
              )}
              {experience.variations.length > 1 && <SharesBar variations={experience.variations} />}
            </Stack>
          );
        })}
      </Section>
      <TrafficFields form={form} />
      <RolloutFields form={form} />
    </>
  );
}

/** Is there nothing to allocate, and nothing set about it? */
const isAlone = ({ variations, allocation = 'manual', served = 1 }: Experience) =>
  variations.length === 1 && allocation === 'manual' && served === 1;
