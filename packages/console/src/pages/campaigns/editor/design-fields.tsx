// When a campaign is judged: at one planned number of users, or whenever anyone looks.
import { NumberInput, SimpleGrid } from '@mantine/core';
import { RadioChoices } from '../../../ui/radio-choices.tsx';
import { Section } from '../../../ui/section.tsx';
import type { Form } from './form.ts';
import { Planner } from './planner.tsx';

const designs = {
  'any-time': {
    title: 'Look any time',
    about: 'Results are valid on every day. The test can stop early.',
  },
  planned: {
    title: 'Planned: one look',
    about: 'Needs the fewest users. Intervals and a verdict come once every variation has them.',
  },
} as const;

type Kind = keyof typeof designs;
const usersAtFirst = 10_000;

export function DesignFields({ form }: { form: Form }) {
  const { draft, set, isReadOnly, faultOf } = form;
  const { design = { kind: 'any-time' } } = draft;
  const { usersPerVariation, ...without } = design;
  const choose = (kind: Kind) =>
    set({
      design:
        kind === 'planned'
          ? { ...without, kind, usersPerVariation: usersPerVariation ?? usersAtFirst }
          : { ...without, kind },
    });
  return (
    <Section
      title="Design"
      about="Counts from the start of the campaign. A later change counts after a restart."
    >
      <RadioChoices
        label="When to decide"
        choices={designs}
        value={design.kind}
        error={faultOf('/design/kind')}
        onChange={choose}
        isReadOnly={isReadOnly}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NumberInput
          label="Smallest change that matters"
          description="Relative to the baseline’s number."
          suffix=" %"
          min={0.1}
          max={1_000}
          decimalScale={1}
          readOnly={isReadOnly}
          value={Math.round(1_000 * (design.minimumEffect ?? 0.05)) / 10}
          error={faultOf('/design/minimumEffect')}
          onChange={(typed) =>
            typeof typed === 'number' &&
            set({ design: { ...design, minimumEffect: Math.round(10 * typed) / 1_000 } })
          }
        />
        {design.kind === 'planned' && (
          <NumberInput
            label="Users of each variation"
            description="When all variations have them, results are shown."
            min={100}
            thousandSeparator=","
            allowDecimal={false}
            readOnly={isReadOnly}
            value={usersPerVariation ?? ''}
            error={faultOf('/design/usersPerVariation')}
            onChange={(typed) =>
              typeof typed === 'number' && set({ design: { ...design, usersPerVariation: typed } })
            }
          />
        )}
      </SimpleGrid>
      <Planner form={form} />
    </Section>
  );
}
