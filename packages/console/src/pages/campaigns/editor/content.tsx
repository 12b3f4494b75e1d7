// The variations of each experience, with their content.
import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useExplanationNames, useNames } from '../../../conditions/use-vocabulary.ts';
import { sayGroup } from '../../../conditions/words/say.ts';
import { Section } from '../../../ui/section.tsx';
import type { Change } from '../../../versioned/kind.ts';
import { type Experience, nameOf } from './draft.ts';
import type { Form } from './form.ts';
import type { SectionName } from './sections.ts';
import { TemplateNotice } from './variation/template-notice.tsx';
import { Variations } from './variations.tsx';

interface Given {
  readonly form: Form;
  readonly onChoose: (section: SectionName) => void;
}

export function Content({ form, onChoose }: Given) {
  const { experiences } = form.draft;
  const names = useExplanationNames();
  const isAlone = experiences.length === 1;
  return (
    <Section
      title="Content"
      {...(!isAlone && {
        about: 'Checked from top to bottom; each visitor gets the first experience they match.',
      })}
    >
      <TemplateNotice form={form} />
      {experiences.map((experience, at) => {
        const pointer = `/experiences/${at}`;
        const name = nameOf(experience, names);
        const set = (part: Change<Experience>) => form.setExperience(experience.key, part);
        return (
          <Stack
            key={experience.key}
            gap="xs"
            component="section"
            aria-label={`Experience ${at + 1}, ${name}`}
            data-pointer={pointer}
          >
            <Group gap="xs" justify="space-between">
              <Title order={3} size="h5" style={{ overflowWrap: 'anywhere' }}>
                {isAlone ? name : `${at + 1}. ${name}`}
              </Title>
              <Group gap={6}>
                {experience.name && <Visitors experience={experience} />}
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  onClick={() => onChoose('targeting')}
                >
                  {form.isReadOnly ? 'View targeting' : 'Edit targeting'}
                </Anchor>
              </Group>
            </Group>
            <Variations {...{ form, experience, pointer, set }} />
          </Stack>
        );
      })}
    </Section>
  );
}

function Visitors({ experience: { targeting } }: { experience: Experience }) {
  const names = useNames();
  const { rows, text } = targeting;
  const said = text === undefined ? sayGroup(rows, names) : 'Targeting written as JSON';
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {said === '' ? 'Everyone' : said}
    </Text>
  );
}
