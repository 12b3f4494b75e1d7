// How scores become ranks: what everybody likes, and how much one day may say.
import { defaultAffinitySettings } from '@attune/core';
import { NumberInput } from '@mantine/core';
import { Section } from '../../ui/section.tsx';
import type { Settings } from '../site-settings/draft.ts';
import type { Form } from '../site-settings/form.ts';
import { Amount } from './amount.tsx';
import { SiteWeight } from './site-weight.tsx';

interface Given {
  readonly form: Form;
  readonly learned: Settings['affinity']['siteWeightsLearned'];
}

export function Ranking({ form, learned }: Given) {
  const { values, isReadOnly } = form;
  return (
    <Section
      title="Ranking"
      about="How scores become ranks: what the whole site likes, and what one day counts at most."
    >
      <SiteWeight form={form} learned={learned} />
      <Amount
        label="Normalisation"
        about="0: a person’s own scores rank. 1: they are divided by how much the whole site likes a value, so that what everybody buys does not top every profile."
        value={values.normalisation}
        onChange={(normalisation) => form.set({ normalisation })}
        isReadOnly={isReadOnly}
        fault={form.faultOf('affinity/normalisation')}
      />
      <NumberInput
        label="Daily cap"
        description={`The most that a signal of one value counts on a day: 1 to 1000, ${defaultAffinitySettings.dailyCap} by default`}
        value={values.dailyCap}
        onChange={(dailyCap) => {
          if (typeof dailyCap === 'number') form.set({ dailyCap });
        }}
        min={1}
        max={1000}
        readOnly={isReadOnly}
        error={form.faultOf('affinity/dailyCap')}
        maw={320}
      />
    </Section>
  );
}
