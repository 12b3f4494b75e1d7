// A payload by its schema: a form beside the view that its template has, and the JSON a tab away.
import { Alert, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatJson, parseTyped, sayFault } from '../../../../json/fault.ts';
import { PayloadView } from '../../../templates/payload-view.tsx';
import { membersBeyond, plainOf, withEdits } from './edits.ts';
import { JsonPayload, type PayloadGiven } from './json-payload.tsx';
import { SchemaForm } from './schema-form.tsx';
import classes from './template-payload.module.css';

interface Given extends PayloadGiven {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly view: string | undefined;
  /** With a template people begin with the form, else with the JSON. */
  readonly hasTemplate: boolean;
}

type FormGiven = Omit<Given, 'hasTemplate' | 'view'>;

export function TemplatePayload({ hasTemplate, ...given }: Given) {
  const [shown, show] = useState(hasTemplate ? 'form' : 'json');
  const { schema, view, text } = given;
  const parsed = parseTyped(text);
  return (
    <Stack gap="sm">
      <SegmentedControl
        size="xs"
        style={{ alignSelf: 'flex-start' }}
        aria-label={`Edit ${given.name} as`}
        value={shown}
        onChange={show}
        data={[
          { value: 'form', label: 'Form' },
          { value: 'json', label: 'JSON' },
        ]}
      />
      <div className={view === undefined ? undefined : classes['sides']}>
        {shown === 'json' ? <JsonPayload {...given} /> : <FormOfPayload {...given} />}
        {view !== undefined && parsed.fault === undefined && (
          <PayloadView name={given.name} {...{ view, schema }} data={plainOf(parsed.json)} />
        )}
      </div>
    </Stack>
  );
}

function FormOfPayload({ schema, text, onChange, faults, isReadOnly }: FormGiven) {
  const parsed = parseTyped(text);
  if (parsed.fault) {
    return (
      <Alert variant="light" color="orange" title="The JSON is not finished">
        {sayFault(parsed.fault)}. Correct it in the JSON to edit the form.
      </Alert>
    );
  }
  const plain = plainOf(parsed.json);
  const beyond = membersBeyond(schema, plain);
  const change = (data: unknown) => {
    const next = withEdits(parsed.json, plain, data);
    if (next !== parsed.json) onChange(formatJson(next));
  };
  return (
    <Stack gap="sm">
      <SchemaForm {...{ schema, faults, isReadOnly }} data={plain} onChange={change} />
      {beyond.length > 0 && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Not in the form, kept as in the JSON: {beyond.join(', ')}
        </Text>
      )}
    </Stack>
  );
}
