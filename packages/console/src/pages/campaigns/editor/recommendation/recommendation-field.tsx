// What a variation recommends: its strategy, slots, rules and pins; folded, all of it as JSON.
import { Group, NativeSelect, NumberInput, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { type Answer, consoleApi } from '../../../../api/endpoints.ts';
import { useEvery } from '../../../../api/every.ts';
import { useSite } from '../../../../shell/site-context.ts';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { ForDevelopers } from '../../../../ui/for-developers.tsx';
import { ListSkeleton } from '../../../../ui/page.tsx';
import { PageLink } from '../../../../ui/page-link.tsx';
import { RecipeContext } from '../../../strategies/recipe/recipe-context.ts';
import { useFeed } from '../../../strategies/use-feed.ts';
import { schemaIn } from '../draft.ts';
import type { Form } from '../form.ts';
import { JsonPayload } from '../variation/json-payload.tsx';
import { CustomFields } from './custom-fields.tsx';
import { Pins } from './pins.tsx';
import { asFields, asText, isFinished, type RecommendationDraft } from './recommendation.ts';
import { Rules } from './rules.tsx';
import { filtersOfVisits } from './say.ts';
import { useLostPins } from './use-lost-pins.ts';

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

export function RecommendationField(given: Given) {
  const { form, draft, isSorting, pointer, name, onChange } = given;
  const fields = draft.text === undefined ? draft : asFields(draft);
  const fault = form.faultOf(pointer);
  return (
    <Stack gap="xs">
      {fields ? (
        <Fields {...given} draft={fields} />
      ) : (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          The form cannot show this: something is missing, or this console does not know it. Correct
          the JSON first.
        </Text>
      )}
      {!isSorting && isFinished(draft) && (
        <Disclosure what="preview">
          <Suspense fallback={<ListSkeleton rows={3} />}>
            <RecommendationPreview draft={draft} />
          </Suspense>
        </Disclosure>
      )}
      <ForDevelopers of={name} isOpen={!fields || fault !== undefined}>
        <JsonPayload
          {...{ name }}
          text={draft.text ?? asText(draft)}
          isReadOnly={form.isReadOnly}
          faults={fault === undefined ? [] : [{ pointer: '', detail: fault }]}
          onChange={(text) => onChange({ ...draft, text })}
        />
      </ForDevelopers>
    </Stack>
  );
}

function Fields({ form, draft, isSorting, pointer, name, onChange }: Given) {
  const { name: site } = useSite();
  const { data: strategies } = useEvery(consoleApi.listStrategies, site);
  const { isReadOnly, faultOf } = form;
  const schema = useMemo(() => schemaIn(form.draft.payloadSchema), [form.draft.payloadSchema]);
  const { strategy, slots = '' } = draft;
  const chosen = strategies?.find(({ id }) => id === strategy);
  const { feed, columns, properties } = useFeed(chosen?.strategy.feed);
  const lost = useLostPins(isSorting ? undefined : draft);
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
            {schema && (
              <CustomFields
                {...{ form, schema, draft, pointer, name }}
                onChange={(custom) => set({ custom })}
              />
            )}
            <Rules
              rules={draft.rules}
              pointer={`${pointer}/rules`}
              onChange={(rules) => set({ rules })}
            />
            <Pins
              pins={draft.pins}
              feedId={feed.id}
              pointer={`${pointer}/pins`}
              lost={lost}
              filters={filtersOfVisits(chosen?.strategy.filters, draft.rules)}
              onChange={(pins) => set({ pins })}
            />
          </>
        )}
      </Stack>
    </RecipeContext>
  );
}

interface StrategyGiven {
  /** Undefined: not loaded yet. */
  readonly strategies: Answer<'listStrategies'>['items'] | undefined;
  readonly strategy: number | null;
  readonly isReadOnly: boolean;
  readonly isSorting: boolean;
  readonly error: string | undefined;
  readonly onChange: (strategy: number | null) => void;
}

function StrategyField({ strategies, strategy, onChange, ...rest }: StrategyGiven) {
  const { isReadOnly, isSorting, error } = rest;
  const isKnown = strategies?.some(({ id }) => id === strategy) ?? false;
  return (
    <NativeSelect
      label="Strategy"
      description={
        strategies?.length === 0 && !isReadOnly ? (
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
          ? [{ value: String(strategy), label: strategies ? `Strategy ${strategy}` : 'Loading…' }]
          : []),
        ...(strategies ?? []).map((one) => ({ value: String(one.id), label: one.strategy.name })),
      ]}
      onChange={(event) => onChange(Number(event.currentTarget.value) || null)}
    />
  );
}
