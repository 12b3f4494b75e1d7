// What a variation gives: JSON; or nothing, which makes it the control.
import { Checkbox, Stack } from '@mantine/core';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { JsonField } from '../../../ui/json-field.tsx';
import type { Variation } from './draft.ts';

interface Given {
  readonly variation: Variation;
  readonly onChange: (part: Partial<Variation>) => void;
  readonly isReadOnly: boolean;
  readonly error: string | undefined;
}

export function PayloadField({ variation, onChange, isReadOnly, error }: Given) {
  const { payload, name } = variation;
  return (
    <Stack gap="xs">
      <Checkbox
        label="Control: no payload"
        description="Programs are given nothing and show what they show without Attune."
        disabled={isReadOnly}
        checked={payload === null}
        onChange={(event) => onChange({ payload: event.currentTarget.checked ? null : '{}' })}
      />
      {payload !== null &&
        (isReadOnly ? (
          <CodeBlock code={payload} what={`the payload of ${name}`} />
        ) : (
          <JsonField
            label="Payload"
            value={payload}
            onChange={(text) => onChange({ payload: text })}
            error={error}
          />
        ))}
    </Stack>
  );
}
