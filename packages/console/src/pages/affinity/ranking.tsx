// How scores become ranks: the popularity of values, and how much one day counts.
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
      title="Ranking (advanced)"
      about="How scores become ranks, so that what everyone likes does not top every profile."
    >
      <SiteWeight form={form} learned={learned} />
      <Amount
        label="Popularity correction"
        about="0 ranks by a visitor’s own scores. 1 divides them by how popular each value is on the site."
        value={values.normalisation}
        onChange={(normalisation) => form.set({ normalisation })}
        isReadOnly={isReadOnly}
        fault={form.faultOf('affinity/normalisation')}
      />
      <NumberInput
        label="Daily cap"
        description={`How often one signal of a value counts per visitor and day: 1 to 1000, default ${defaultAffinitySettings.dailyCap}`}
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
