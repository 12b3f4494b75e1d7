// How much what the site likes counts in a person's ranks: learned, or as a teammate sets it.
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
        label="Weight of the site"
        description="How many average profiles of your site are added to a person’s own before their values are ranked. 0: their own scores alone. Empty: learned from what people did next."
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
          label="What was learned, by property"
          heads={['Property', 'Weight', 'People', 'Hit by ranks', 'By own scores alone']}
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
    return 'Nothing learned yet: own scores rank until 50 people have come back on later days.';
  }
  const figure = 'The figures are NDCG@10 of the values that people turned to next.';
  if (isLearned) return `The learned weights below are in force. ${figure}`;
  const why = normalisation > 0 ? 'Scores are normalised' : 'A weight is set';
  return `${why}, so the learned weights below are not in force. ${figure}`;
}
