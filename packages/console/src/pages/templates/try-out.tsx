// A template as those who make variations have it: its form, filled in with nothing kept.
import { payloadToBeginWith } from '@attune/core';
import { Alert, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatJson } from '../../json/fault.ts';
import { Icon } from '../../ui/icons.tsx';
import { schemaIn } from '../campaigns/editor/draft.ts';
import { TemplatePayload } from '../campaigns/editor/variation/template-payload.tsx';

const nothing: readonly never[] = [];

/** `schema`: JSON as it is typed. */
export function TryOut({ schema: text, view }: { schema: string; view: string }) {
  const schema = useMemo(() => schemaIn(text), [text]);
  const [typed, setTyped] = useState<{ readonly of: string; readonly text: string }>();
  if (!schema) return <Text size="sm">Finish the schema to see its form.</Text>;
  const begun = payloadToBeginWith(schema);
  if (begun === undefined) {
    return (
      <Alert color="yellow" icon={<Icon name="alert" />}>
        <Text size="sm" fw={600}>
          No default
        </Text>
        Give the schema a default: a new variation begins with it.
      </Alert>
    );
  }
  // Another schema is another form: what was typed into the one before is not for it.
  const payload = typed?.of === text ? typed.text : formatJson(begun);
  return (
    <TemplatePayload
      name="the template"
      schema={schema}
      view={view.trim() === '' ? undefined : view}
      text={payload}
      faults={nothing}
      isReadOnly={false}
      onChange={(next) => setTyped({ of: text, text: next })}
    />
  );
}
