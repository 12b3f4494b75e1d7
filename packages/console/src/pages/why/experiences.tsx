// Experiences in order of priority: the first whose targeting matches decides.
import type { Explanation } from '@attune/core';
import { Group, Stack, Text } from '@mantine/core';
import { Mark, type Tone } from '../../ui/mark.tsx';
import { ConditionTree } from './condition-tree.tsx';
import { EditLink, fieldOf } from './edit-link.tsx';
import type { Explained } from './explained.ts';

type Outcome = Explanation['experiences'][number]['outcome'];

const outcomes: Readonly<Record<Outcome, readonly [Tone, string]>> = {
  matched: ['good', 'matches'],
  not_matched: ['neutral', 'does not match'],
  not_reached: ['neutral', 'not reached'],
  previewed: ['neutral', 'previewed'],
  forced: ['neutral', 'shown to the test user'],
};

export function ConsideredExperiences({ explained }: { explained: Explained }) {
  const explanation = explained.explanation as Explanation;
  const { experiences } = explanation;
  const { words } = explained;
  const audiences = new Map(
    Object.entries(explained.audiences).map(([id, name]) => [Number(id), name]),
  );
  return (
    <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
      {experiences.map(({ id, name, outcome, targeting }, at) => {
        const [tone, said] = outcomes[outcome];
        const sentence = words.experiences.find((one) => one.id === id)?.sentence;
        return (
          <Stack key={id} component="li" gap={4} style={{ overflowWrap: 'anywhere' }}>
            <Group gap="xs">
              <Text size="sm" fw={600} span>
                {at + 1}. {name}
              </Text>
              <Mark tone={tone}>{said}</Mark>
              {experiences.length > 1 && (
                <EditLink
                  what={`targeting of ${name}`}
                  to={fieldOf(explanation, `/experiences/${at}/targeting`)}
                />
              )}
            </Group>
            {sentence && <Text size="sm">{sentence}</Text>}
            {targeting && <ConditionTree condition={targeting} audiences={audiences} />}
          </Stack>
        );
      })}
    </Stack>
  );
}
