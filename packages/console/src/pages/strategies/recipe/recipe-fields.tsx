// Writes a recipe: as a form, and as the same JSON that code writes.
import { Group, NativeSelect, Stack, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { JsonField } from '../../../ui/json-field.tsx';
import { Section } from '../../../ui/section.tsx';
import type { Fault } from './filter-errors.ts';
import { Diversity, Exploration, Filters } from './limits.tsx';
import { asRows, asText, type RecipeDraft, type Rows } from './recipe.ts';
import { useRecipe } from './recipe-context.ts';
import { Steps } from './steps.tsx';

interface Given {
  readonly draft: RecipeDraft;
  readonly onChange: (draft: RecipeDraft) => void;
  readonly faults: readonly Fault[];
  readonly feeds: readonly { readonly id: string; readonly name: string }[];
}

export function RecipeFields({ draft, onChange, faults, feeds }: Given) {
  const { isReadOnly } = useRecipe();
  const [isStuck, setIsStuck] = useState(false);
  const isText = draft.text !== undefined;
  const show = (tab: string | null) => {
    if ((tab === 'json') === isText) return;
    const next = tab === 'json' ? asText(draft) : asRows(draft);
    setIsStuck(next === undefined);
    if (next) onChange(next);
  };
  return (
    <Tabs value={isText ? 'json' : 'form'} onChange={show} keepMounted={false}>
      <Tabs.List aria-label="Recipe format">
        <Tabs.Tab value="form">Form</Tabs.Tab>
        <Tabs.Tab value="json">JSON</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="form" pt="md">
        <Form rows={draft.rows} onChange={(rows) => onChange({ rows })} feeds={feeds} />
      </Tabs.Panel>
      <Tabs.Panel value="json" pt="md">
        <Section
          title="Recipe as JSON"
          about="The same recipe as the API takes it, without the name."
        >
          {isReadOnly ? (
            <CodeBlock code={draft.text ?? ''} what="the recipe" />
          ) : (
            <JsonField
              label="Recipe as JSON"
              isLabelHidden
              minRows={12}
              value={draft.text ?? ''}
              onChange={(text) => {
                setIsStuck(false);
                onChange({ ...draft, text });
              }}
              error={faults.map(sayFault).join('; ')}
            />
          )}
          {isStuck && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              The form cannot show this: something is missing, or is not known to this console. Put
              it right first.
            </Text>
          )}
        </Section>
      </Tabs.Panel>
    </Tabs>
  );
}

const sayFault = ({ pointer, detail }: Fault) => (pointer ? `${pointer}: ${detail}` : detail);

/** What is set of what is folded. */
function sayMore({ diversity = [], severalOfGroup, exploration }: Rows): string | undefined {
  const set = diversity.length + (severalOfGroup ? 1 : 0) + (exploration ? 1 : 0);
  return set === 0 ? undefined : `${set} set`;
}

interface FormGiven extends Pick<Given, 'feeds'> {
  readonly rows: Rows;
  readonly onChange: (rows: Rows) => void;
}

function Form({ rows, onChange, feeds }: FormGiven) {
  const { isReadOnly, faultOf } = useRecipe();
  const set = (part: { readonly [Name in keyof Rows]?: Rows[Name] | undefined }) => {
    const all = Object.entries({ ...rows, ...part }).filter(([, value]) => value !== undefined);
    onChange(Object.fromEntries(all) as unknown as Rows);
  };
  const { feed = '' } = rows;
  const isKnown = feed === '' || feeds.some(({ id }) => id === feed);
  return (
    <Stack gap="lg">
      {(feeds.length > 1 || !isKnown || feed !== '') && (
        <Group>
          <NativeSelect
            label="Feed"
            description="Items are recommended from this feed."
            disabled={isReadOnly}
            value={feed}
            error={faultOf('/feed')}
            data={[
              { value: '', label: 'The first of the site' },
              ...(isKnown ? [] : [{ value: feed, label: `Feed ${feed}` }]),
              ...feeds.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => set({ feed: event.currentTarget.value || undefined })}
          />
        </Group>
      )}
      <Steps rows={rows} set={set} />
      <Filters rows={rows} set={set} />
      <Disclosure
        what="diversity and exploration"
        note={sayMore(rows)}
        isForced={faultOf('/diversity') !== undefined || faultOf('/exploration') !== undefined}
      >
        <Stack gap="lg">
          <Diversity rows={rows} set={set} />
          <Exploration rows={rows} set={set} />
        </Stack>
      </Disclosure>
    </Stack>
  );
}
