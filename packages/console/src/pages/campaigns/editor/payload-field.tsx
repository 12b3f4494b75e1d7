// What a variation gives: a form of its template, JSON, items of a feed; or nothing: the control.
import { Checkbox, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ForDevelopers } from '../../../ui/for-developers.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { newPayload, schemaIn, type Variation } from './draft.ts';
import type { Form } from './form.ts';
import { JsonPayload } from './variation/json-payload.tsx';

const RecommendationField = lazy(async () => ({
  default: (await import('./recommendation/recommendation-field.tsx')).RecommendationField,
}));
const TemplatePayload = lazy(async () => ({
  default: (await import('./variation/template-payload.tsx')).TemplatePayload,
}));

interface Given {
  readonly form: Form;
  readonly variation: Variation;
  /** Of the payload. */
  readonly pointer: string;
  readonly onChange: (part: Partial<Variation>) => void;
}

export function PayloadField({ form, variation, pointer, onChange }: Given) {
  const { payload, name } = variation;
  const { isReadOnly, draft } = form;
  const { type } = draft;
  return (
    <Stack gap="xs">
      <Checkbox
        label="Control"
        description="Returns no content, so your site shows its default."
        disabled={isReadOnly}
        checked={payload === null}
        onChange={(event) =>
          onChange({ payload: event.currentTarget.checked ? null : newPayload(draft) })
        }
      />
      {typeof payload === 'object' && payload !== null && (
        <Suspense fallback={<ListSkeleton rows={2} />}>
          <RecommendationField
            draft={payload}
            isSorting={type === 'sorting'}
            onChange={(next) => onChange({ payload: next })}
            {...{ form, pointer, name }}
          />
        </Suspense>
      )}
      {typeof payload === 'string' && (
        <TextPayload
          {...{ form, pointer, name, isReadOnly }}
          text={payload}
          onChange={(text) => onChange({ payload: text })}
        />
      )}
    </Stack>
  );
}

interface TextGiven extends Pick<Given, 'form' | 'pointer'> {
  readonly name: string;
  readonly text: string;
  readonly isReadOnly: boolean;
  readonly onChange: (text: string) => void;
}

function TextPayload({ form, pointer, ...given }: TextGiven) {
  const { template, payloadSchema } = form.draft;
  const { name: site } = useSite();
  const { data } = useAnswer(
    consoleApi.readTemplate,
    { params: { site, id: String(template) } },
    { isWanted: template !== undefined },
  );
  const schema = useMemo(() => schemaIn(payloadSchema), [payloadSchema]);
  // A text that is no JSON has its fault at the payload, what the server says at its data.
  const own = form.faultsBelow(pointer);
  const faults = own.map((one) => ({ ...one, pointer: one.pointer.replace(/^\/data/, '') }));
  if (!schema) {
    return (
      <>
        <Text size="sm" c="dimmed">
          This campaign has no template: its content is written as JSON.
        </Text>
        <ForDevelopers of={given.name} isOpen={faults.length > 0}>
          <JsonPayload {...given} faults={faults} />
        </ForDevelopers>
      </>
    );
  }
  return (
    <Suspense fallback={<ListSkeleton rows={3} />}>
      <TemplatePayload {...given} {...{ schema, faults }} view={data?.template.view} />
    </Suspense>
  );
}
