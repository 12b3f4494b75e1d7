// What a person must have given before data is stored, or actions taken in their name.
import { Stack, Switch } from '@mantine/core';
import { Section } from '../../ui/section.tsx';
import type { Form } from './form.ts';

export function People({ form }: { form: Form }) {
  const { values, isReadOnly } = form;
  return (
    <Section title="Consent and identity">
      <Stack gap="sm">
        <Switch
          label="Require consent"
          description="On: nothing is stored unless user.active_consent_accepted is true. A false counts as a no either way, and erases what was stored."
          checked={values.requireConsent}
          onChange={(event) => form.set({ requireConsent: event.currentTarget.checked })}
          disabled={isReadOnly}
          error={form.faultOf('requireConsent')}
        />
        <Switch
          label="Client-side keys must prove who the user is"
          description="A cuid from a browser counts only with its user.token, which your server makes. Off, anybody can write into anybody’s profile."
          checked={values.requireIdentityToken}
          onChange={(event) => form.set({ requireIdentityToken: event.currentTarget.checked })}
          disabled={isReadOnly}
          error={form.faultOf('requireIdentityToken')}
        />
      </Stack>
    </Section>
  );
}
