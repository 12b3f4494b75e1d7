// A payload by its schema: a form beside the view that its template has, and the JSON folded.
import { Alert, Stack, Text } from '@mantine/core';
import { formatJson, parseTyped, sayFault } from '../../../../json/fault.ts';
import { ForDevelopers } from '../../../../ui/for-developers.tsx';
import { Icon } from '../../../../ui/icons.tsx';
import type { Item } from '../../../feeds/item-labels.ts';
import { PayloadView } from '../../../templates/payload-view.tsx';
import { membersBeyond, plainOf, withEdits } from './edits.ts';
import { JsonPayload, type PayloadGiven } from './json-payload.tsx';
import { SchemaForm } from './schema-form.tsx';
import classes from './template-payload.module.css';

interface Given extends PayloadGiven {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly view: string | undefined;
  /** What is recommended, for the view. */
  readonly items?: readonly Item[] | undefined;
}

type FormGiven = Omit<Given, 'view' | 'items'>;

export function TemplatePayload(given: Given) {
  const { name, text } = given;
  return (
    <Stack gap="sm">
      <PayloadForm {...given} />
      <ForDevelopers of={name} isOpen={parseTyped(text).fault !== undefined}>
        <JsonPayload {...given} />
      </ForDevelopers>
    </Stack>
  );
}

/** The form with its view. */
export function PayloadForm(given: Given) {
  const { name, schema, view, items, text } = given;
  const parsed = parseTyped(text);
  return (
    <div className={view === undefined ? undefined : classes['sides']}>
      <FormOfPayload {...given} />
      {view !== undefined && parsed.fault === undefined && (
        <PayloadView {...{ name, view, schema, items }} data={plainOf(parsed.json)} />
      )}
    </div>
  );
}

function FormOfPayload({ schema, text, onChange, faults, isReadOnly }: FormGiven) {
  const parsed = parseTyped(text);
  if (parsed.fault) {
    return (
      <Alert color="yellow" icon={<Icon name="alert" />}>
        <Text size="sm" fw={600}>
          The JSON is not finished
        </Text>
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
