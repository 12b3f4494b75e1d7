// The signed-in teammate's account: password, second factor, and sessions.
import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '../../shell/site-context.ts';
import { Page } from '../../ui/page.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

export function Account() {
  const { name, email, hasPassword } = useSession().teammate;
  return (
    <Page title="Account" about={`${name}, ${email}`}>
      {hasPassword ? (
        <>
          <Part title="Password" about="Changing it ends your other sessions.">
            <PasswordForm email={email} />
          </Part>
          <Part
            title="Two-factor authentication"
            about="Sign in with a code from your phone or password manager as well as your password."
          >
            <SecondFactor />
          </Part>
        </>
      ) : (
        <Part
          title="Sign-in"
          about="You sign in through your identity provider, which manages your password and second factor."
        />
      )}
      <Part title="Active sessions">
        <Sessions />
      </Part>
    </Page>
  );
}

function Part({ title, about, children }: { title: string; about?: string; children?: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {about && (
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        )}
        {children}
      </Stack>
    </Paper>
  );
}
