// The form of a key: name and notes, source, permissions, and restrictions in a folded part.
import { type Permission, permissions, type Source, sources } from '@attune/contract';
import { Checkbox, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Problem } from '../../api/problem.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FormFooter } from '../../ui/form-footer.tsx';
import type { Draft, FieldsProps } from './draft.ts';
import { aboutPermission, aboutSource, suits } from './key.ts';
import { Restrictions } from './restrictions.tsx';

interface FormProps {
  readonly start: Draft;
  /** Permissions that the site offers. */
  readonly offered: readonly Permission[];
  /** The source of a key stays what it was made with. */
  readonly isNew: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSave: (draft: Draft) => void;
  readonly onCancel: () => void;
}

const atFields = [
  'name',
  'notes',
  'permissions',
  'expiresAt',
  'allowedOrigins',
  'rateLimit',
  'rateBurst',
];

export function KeyForm({ start, offered, isNew, isBusy, error, onSave, onCancel }: FormProps) {
  const [draft, setDraft] = useState(start);
  const [isWithout, setIsWithout] = useState(false);
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));
  const faultOf = (field: string) => {
    if (field === 'permissions' && isWithout && draft.permissions.length === 0) {
      return 'Choose at least one permission.';
    }
    return error instanceof Problem ? error.faultOf(field) : undefined;
  };
  const fields = { draft, change, faultOf };
  const save = () => {
    setIsWithout(draft.permissions.length === 0);
    if (draft.permissions.length > 0) onSave(draft);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Stack>
        <NameFields {...fields} />
        {isNew && <SourceField {...fields} />}
        <PermissionFields {...fields} offered={offered} />
        <Restrictions {...fields} isNew={isNew} />
        <ErrorAlert error={error} shownElsewhere={atFields} />
        <FormFooter isBusy={isBusy} onCancel={onCancel}>
          Save
        </FormFooter>
      </Stack>
    </form>
  );
}

function NameFields({ draft, change, faultOf }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        description="The application that will use the key."
        placeholder="Web shop"
        required
        withAsterisk={false}
        maxLength={200}
        data-autofocus
        value={draft.name}
        error={faultOf('name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Textarea
        label="Internal notes"
        description="Optional, only visible to teammates."
        autosize
        minRows={1}
        maxRows={6}
        maxLength={5000}
        value={draft.notes}
        error={faultOf('notes')}
        onChange={(event) => change({ notes: event.currentTarget.value })}
      />
    </>
  );
}

function SourceField({ draft, change, faultOf }: FieldsProps) {
  return (
    <Radio.Group
      label="Source"
      value={draft.source}
      error={faultOf('source')}
      onChange={(chosen) => {
        const source = chosen as Source;
        const kept = draft.permissions.filter((permission) => suits(permission, source));
        change({ source, permissions: kept });
      }}
    >
      <Stack gap="xs" mt="xs">
        {sources.map((source) => (
          <Radio key={source} value={source} label={source} description={aboutSource[source]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface PermissionProps extends FieldsProps {
  readonly offered: readonly Permission[];
}

/** What the site offers to the source; and what the key has, so that it can be taken away. */
function PermissionFields({ draft, change, faultOf, offered }: PermissionProps) {
  const shown = (Object.keys(permissions) as Permission[]).filter(
    (permission) =>
      draft.permissions.includes(permission) ||
      (offered.includes(permission) && suits(permission, draft.source)),
  );
  return (
    <Checkbox.Group
      label="Permissions"
      description="Choose only what the application needs."
      value={[...draft.permissions]}
      error={faultOf('permissions')}
      onChange={(chosen) => change({ permissions: chosen as Permission[] })}
    >
      <Stack gap="xs" mt="xs">
        {shown.map((permission) => (
          <Checkbox
            key={permission}
            value={permission}
            label={permissions[permission].label}
            description={
              offered.includes(permission)
                ? aboutPermission[permission]
                : 'Not active, because the feature is off in the site settings.'
            }
          />
        ))}
        {shown.length === 0 && (
          <Text size="sm">
            No permission is available for this source. Check the site settings.
          </Text>
        )}
      </Stack>
    </Checkbox.Group>
  );
}
