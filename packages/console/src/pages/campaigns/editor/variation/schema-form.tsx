// The form of a payload, made of its schema by a library; fields and layout are ours.
import { payloadToBeginWith } from '@attune/core';
// Its front door brings its tests' validator with it, which makes code of schemas.
import FormOf from '@rjsf/core/lib/components/Form.js';
import type { RJSFSchema } from '@rjsf/utils';
import { useId, useMemo } from 'react';
import type { Fault } from '../../../../versioned/kind.ts';
import { withValueAt } from './edits.ts';
import { fields } from './fields.tsx';
import { type FormTools, layouts } from './layouts.tsx';
import { errorSchemaOf, validatePayload, validator } from './validator.ts';

interface Given {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly data: unknown;
  readonly onChange: (data: unknown) => void;
  /** What the server says, from the payload's own root. */
  readonly faults: readonly Fault[];
  readonly isReadOnly: boolean;
}

/** The library would fill in defaults by itself, and so change what is only looked at. */
const asItIs = {
  emptyObjectFields: 'skipDefaults',
  arrayMinItems: { populate: 'never' },
  allOf: 'skipDefaults',
  constAsDefaults: 'never',
} as const;

export function SchemaForm({ schema, data, onChange, faults, isReadOnly }: Given) {
  const id = useId();
  const text = JSON.stringify(data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the data is what its text says
  const extraErrors = useMemo(() => {
    const own = validatePayload(schema, data);
    const isOwn = ({ pointer }: Fault) => own.some((one) => one.pointer === pointer);
    return errorSchemaOf([...own, ...faults.filter((one) => !isOwn(one))]);
  }, [schema, text, faults]);
  const tools: FormTools = {
    append: (path, itemSchema) =>
      onChange(
        withValueAt(data, path, (list) => [
          ...(Array.isArray(list) ? list : []),
          payloadToBeginWith(itemSchema) ?? emptyOf(itemSchema),
        ]),
      ),
  };
  return (
    <FormOf
      tagName="div"
      idPrefix={id}
      schema={schema as RJSFSchema}
      formData={data}
      formContext={tools}
      validator={validator}
      widgets={fields}
      templates={layouts}
      extraErrors={extraErrors}
      noValidate
      readonly={isReadOnly}
      showErrorList={false}
      uiSchema={withoutButton}
      experimental_defaultFormStateBehavior={asItIs}
      onChange={({ formData }) => onChange(formData)}
    />
  );
}

const withoutButton = { 'ui:submitButtonOptions': { norender: true } };

/** Of what has no default: a text or a choice that is still to be made, a number. */
function emptyOf(schema: unknown): unknown {
  const { type } = (schema ?? {}) as { readonly type?: unknown };
  return type === 'number' || type === 'integer' ? 0 : '';
}
