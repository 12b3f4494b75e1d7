// The form around settings: says when they are read-only, and saves what was changed.
import { Alert, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { readable, showFault } from '../../ui/form.ts';
import { Icon } from '../../ui/icons.tsx';
import type { Form } from './form.ts';
import { SaveBar } from './save-bar.tsx';

export function SettingsFrame({ form, children }: { form: Form; children: ReactNode }) {
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (form.error) showFault(place.current);
  }, [form.error]);
  return (
    <form
      ref={place}
      // What can be read and not changed is to be read well.
      style={form.isReadOnly ? readable : undefined}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <Stack gap="lg">
        {form.isReadOnly && (
          <Alert icon={<Icon name="lock" />} variant="light" color="gray">
            Only Admins can change these settings.
          </Alert>
        )}
        {children}
        {!form.isReadOnly && <SaveBar form={form} />}
      </Stack>
    </form>
  );
}
