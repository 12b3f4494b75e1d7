// A payload as JSON, with what the server says of it.
import { CodeBlock } from '../../../../ui/code-block.tsx';
import { JsonField } from '../../../../ui/json-field.tsx';
import type { Fault } from '../../../../versioned/kind.ts';

export interface PayloadGiven {
  /** JSON as it is typed. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** From the payload's own root. */
  readonly faults: readonly Fault[];
  readonly isReadOnly: boolean;
  /** Of the variation. */
  readonly name: string;
}

export function JsonPayload({ text, onChange, faults, isReadOnly, name }: PayloadGiven) {
  if (isReadOnly) return <CodeBlock code={text} what={`the payload of ${name}`} />;
  const said = faults.map(({ pointer, detail }) =>
    pointer === '' ? detail : `${pointer.slice(1).replaceAll('/', ' › ')}: ${detail}`,
  );
  return <JsonField label="Payload" value={text} onChange={onChange} error={said.join('. ')} />;
}
