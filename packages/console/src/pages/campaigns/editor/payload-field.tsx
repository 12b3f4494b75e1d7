// What a variation gives: JSON, items of a feed, or an order of items; or nothing: the control.
import { Checkbox, Stack } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { JsonField } from '../../../ui/json-field.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { newPayload, type Variation } from './draft.ts';
import type { Form } from './form.ts';

const RecommendationField = lazy(async () => ({
  default: (await import('./recommendation/recommendation-field.tsx')).RecommendationField,
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
        label="Control: no payload"
        description="Programs are given nothing and show what they show without Attune."
        disabled={isReadOnly}
        checked={payload === null}
        onChange={(event) =>
          onChange({ payload: event.currentTarget.checked ? null : newPayload(type) })
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
      {typeof payload === 'string' &&
        (isReadOnly ? (
          <CodeBlock code={payload} what={`the payload of ${name}`} />
        ) : (
          <JsonField
            label="Payload"
            value={payload}
            onChange={(text) => onChange({ payload: text })}
            error={form.faultOf(pointer)}
          />
        ))}
    </Stack>
  );
}
