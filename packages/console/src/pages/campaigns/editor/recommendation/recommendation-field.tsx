// What a variation recommends: its strategy, slots, rules and pins; as fields, or as JSON.
import { Group, NativeSelect, NumberInput, Stack, Tabs, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { type Answer, consoleApi } from '../../../../api/endpoints.ts';
import { useEvery } from '../../../../api/every.ts';
import { useSite } from '../../../../shell/site-context.ts';
import { CodeBlock } from '../../../../ui/code-block.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { JsonField } from '../../../../ui/json-field.tsx';
import { ListSkeleton } from '../../../../ui/page.tsx';
import { PageLink } from '../../../../ui/page-link.tsx';
import { RecipeContext } from '../../../strategies/recipe/recipe-context.ts';
import { useFeed } from '../../../strategies/use-feed.ts';
import type { Form } from '../form.ts';
import { Pins } from './pins.tsx';
import { asFields, asText, isFinished, type RecommendationDraft } from './recommendation.ts';
import { Rules } from './rules.tsx';

const RecommendationPreview = lazy(async () => ({
  default: (await import('./recommendation-preview.tsx')).RecommendationPreview,
}));

interface Given {
  readonly form: Form;
  readonly draft: RecommendationDraft;
  readonly isSorting: boolean;
  /** Of the payload. */
  readonly pointer: string;
  /** Of the variation. */
  readonly name: string;
  readonly onChange: (draft: RecommendationDraft) => void;
}

export function RecommendationField({ form, draft, isSorting, pointer, name, onChange }: Given) {
  const [isStuck, setIsStuck] = useState(false);
  const isText = draft.text !== undefined;
  const show = (tab: string | null) => {
    if ((tab === 'json') === isText) return;
    const next = tab === 'json' ? asText(draft) : asFields(draft);
    setIsStuck(next === undefined);
    if (next) onChange(next);
  };
  return (
    <Stack gap="xs">
      <Tabs value={isText ? 'json' : 'form'} onChange={show} keepMounted={false}>
        <Tabs.List aria-label={`What ${name} gives: how it is written`}>
          <Tabs.Tab value="form">Form</Tabs.Tab>
          <Tabs.Tab value="json">JSON</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="form" pt="xs">
          <Fields {...{ form, draft, isSorting, pointer, onChange }} />
        </Tabs.Panel>
        <Tabs.Panel value="json" pt="xs">
          {form.isReadOnly ? (
            <CodeBlock code={draft.text ?? ''} what={`what ${name} gives`} />
          ) : (
            <JsonField
              label={`What ${name} gives, as JSON`}
              isLabelHidden
              value={draft.text ?? ''}
              onChange={(text) => {
                setIsStuck(false);
                onChange({ ...draft, text });
              }}
              error={form.faultOf(pointer)}
            />
          )}
          {isStuck && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              The form cannot show this: something is missing, or is not known to this console. Put
              it right first.
            </Text>
          )}
        </Tabs.Panel>
      </Tabs>
      {!isSorting && isFinished(draft) && (
        <Disclosure what="preview">
          <Suspense fallback={<ListSkeleton rows={3} />}>
            <RecommendationPreview draft={draft} />
          </Suspense>
        </Disclosure>
      )}
    </Stack>
  );
}

type FieldsGiven = Omit<Given, 'name'>;

function Fields({ form, draft, isSorting, pointer, onChange }: FieldsGiven) {
  const { name: site } = useSite();
  const { data: strategies = [] } = useEvery(consoleApi.listStrategies, site);
  const { isReadOnly, faultOf } = form;
  const { strategy, slots = '' } = draft;
  const chosen = strategies.find(({ id }) => id === strategy);
  const { feed, columns, properties } = useFeed(chosen?.strategy.feed);
  const set = (
    part: { readonly [Name in keyof RecommendationDraft]?: RecommendationDraft[Name] | undefined },
  ) => {
    const all = Object.entries({ ...draft, ...part }).filter(([, value]) => value !== undefined);
    onChange(Object.fromEntries(all) as unknown as RecommendationDraft);
  };
  return (
    <RecipeContext value={{ columns, properties, isReadOnly, faultOf }}>
      <Stack gap="sm">
        <Group gap="sm" align="flex-start">
          <StrategyField
            strategies={strategies}
            strategy={strategy}
            isReadOnly={isReadOnly}
            isSorting={isSorting}
            error={faultOf(`${pointer}/strategy`)}
            onChange={(next) => set({ strategy: next })}
          />
          {!isSorting && (
            <NumberInput
              label="Slots"
              description="Number of items, 1 to 100."
              w={190}
              min={1}
              max={100}
              clampBehavior="none"
              allowDecimal={false}
              readOnly={isReadOnly}
              value={slots}
              error={faultOf(`${pointer}/slots`)}
              onChange={(typed) => set({ slots: typeof typed === 'number' ? typed : '' })}
            />
          )}
        </Group>
        {!isSorting && (
          <>
            <JsonField
              label="Custom JSON"
              description="Sent along with the items, for example a heading."
              minRows={1}
              isEmptyFine
              readOnly={isReadOnly}
              value={draft.custom ?? ''}
              error={faultOf(`${pointer}/custom`)}
              onChange={(text) => set({ custom: text.trim() === '' ? undefined : text })}
            />
            <Rules
              rules={draft.rules}
              pointer={`${pointer}/rules`}
              onChange={(rules) => set({ rules })}
            />
            <Pins
              pins={draft.pins}
              feedId={feed.id}
              pointer={`${pointer}/pins`}
              onChange={(pins) => set({ pins })}
            />
          </>
        )}
      </Stack>
    </RecipeContext>
  );
}

interface StrategyGiven {
  readonly strategies: Answer<'listStrategies'>['items'];
  readonly strategy: number | null;
  readonly isReadOnly: boolean;
  readonly isSorting: boolean;
  readonly error: string | undefined;
  readonly onChange: (strategy: number | null) => void;
}

function StrategyField({ strategies, strategy, onChange, ...rest }: StrategyGiven) {
  const { isReadOnly, isSorting, error } = rest;
  const isKnown = strategies.some(({ id }) => id === strategy);
  return (
    <NativeSelect
      label="Strategy"
      description={
        strategies.length === 0 && !isReadOnly ? (
          <>
            No strategies yet. <PageLink to="strategies?new">Create one</PageLink>.
          </>
        ) : isSorting ? (
          'Orders the items that the page lists.'
        ) : (
          'How items are found.'
        )
      }
      style={{ flex: '1 1 14rem', minWidth: 0 }}
      disabled={isReadOnly}
      value={String(strategy ?? '')}
      error={error}
      data={[
        ...(strategy === null ? [{ value: '', label: 'Choose one' }] : []),
        ...(strategy !== null && !isKnown
          ? [{ value: String(strategy), label: `Strategy ${strategy}` }]
          : []),
        ...strategies.map((one) => ({ value: String(one.id), label: one.strategy.name })),
      ]}
      onChange={(event) => onChange(Number(event.currentTarget.value) || null)}
    />
  );
}
