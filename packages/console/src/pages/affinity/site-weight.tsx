// How much the site's average counts in a person's ranks: learned, or set by a teammate.
import { NumberInput, Stack, Text } from '@mantine/core';
import { StackedTable } from '../../ui/stacked-table.tsx';
import type { Settings } from '../site-settings/draft.ts';
import type { Form } from '../site-settings/form.ts';

interface Given {
  readonly form: Form;
  readonly learned: Settings['affinity']['siteWeightsLearned'];
}

export function SiteWeight({ form, learned }: Given) {
  const { values, isReadOnly } = form;
  const isLearned = values.siteWeight === null && values.normalisation === 0;
  const judged = learned.filter(({ people }) => people > 0);
  return (
    <Stack gap="xs">
      <NumberInput
        label="Site average"
        description="How many average profiles are mixed into each visitor’s own. 0 uses only their own; empty uses the learned value."
        placeholder="Learned"
        value={values.siteWeight ?? ''}
        onChange={(typed) => form.set({ siteWeight: typeof typed === 'number' ? typed : null })}
        min={0}
        max={1000}
        decimalScale={3}
        readOnly={isReadOnly}
        error={form.faultOf('affinity/siteWeight')}
        maw={320}
      />
      <Text size="sm" c="dimmed">
        {sayLearned(isLearned, values.normalisation, judged.length)}
      </Text>
      {judged.length > 0 && (
        <StackedTable
          label="Learned values by property"
          heads={['Property', 'Value', 'Visitors', 'Accuracy', 'Accuracy without']}
          rows={judged.map(({ property, weight, people, ndcg, ndcgAlone }) => ({
            key: property,
            cells: [property, weight, people, ndcg.toFixed(3), ndcgAlone.toFixed(3)],
          }))}
        />
      )}
    </Stack>
  );
}

function sayLearned(isLearned: boolean, normalisation: number, judged: number): string {
  if (judged === 0) {
    return 'Not learned yet. Attune needs 50 visitors who come back on a later day.';
  }
  const figure = 'Accuracy is NDCG@10 of the values that visitors chose next.';
  if (isLearned) return `The learned values below are in use. ${figure}`;
  const why = normalisation > 0 ? 'Popularity correction is on' : 'A value is set';
  return `${why}, so the learned values below are not used. ${figure}`;
}
