// What a person must have agreed to or proved before data is stored in their name.
import { Stack, Switch } from '@mantine/core';
import { Section } from '../../ui/section.tsx';
import type { Form } from './form.ts';

export function People({ form }: { form: Form }) {
  const { values, isReadOnly } = form;
  return (
    <Section title="Privacy" anchor="privacy">
      <Stack gap="sm">
        <Switch
          label="Require consent"
          description="Stores nothing about a visitor until your site sends user.active_consent_accepted: true. A false always erases their data."
          checked={values.requireConsent}
          onChange={(event) => form.set({ requireConsent: event.currentTarget.checked })}
          disabled={isReadOnly}
          error={form.faultOf('requireConsent')}
        />
        <Switch
          label="Require a user token from Client-side keys"
          description="A cuid from a browser counts only with the user.token that your server creates. When off, anyone can change anyone’s profile."
          checked={values.requireIdentityToken}
          onChange={(event) => form.set({ requireIdentityToken: event.currentTarget.checked })}
          disabled={isReadOnly}
          error={form.faultOf('requireIdentityToken')}
        />
      </Stack>
    </Section>
  );
}
