// Where the link of a mail leads: choose a new password, then sign in with it.
import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { Problem } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { NewPassword } from '../../session/new-password.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { onSubmit } from '../../ui/form.ts';
import { LonePage } from '../../ui/lone-page.tsx';

export function PasswordReset() {
  // A browser sends no server what follows `#`.
  const [token] = useState(
    () => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '',
  );
  const [, go] = useLocation();
  const reset = useChange(consoleApi.resetPassword);
  const toSignIn = () => go('/sign-in', { replace: true });
  if (reset.isSuccess) {
    return (
      <LonePage title="Password changed">
        <Stack>
          <Alert role="status">You are signed out everywhere. Sign in with the new password.</Alert>
          <Button onClick={toSignIn}>Sign in</Button>
        </Stack>
      </LonePage>
    );
  }
  const fault = reset.error instanceof Problem ? reset.error.faultOf('password') : undefined;
  const send = onSubmit((field) => reset.mutate({ body: { token, password: field('password') } }));
  return (
    <LonePage title="Choose a new password">
      <form onSubmit={send}>
        <Stack>
          <NewPassword label="New password" fault={fault} />
          {fault === undefined && <ErrorAlert error={reset.error} />}
          <Button type="submit" loading={reset.isPending}>
            Change password
          </Button>
          <Anchor component={Link} href="/sign-in" size="sm">
            Back to sign in
          </Anchor>
        </Stack>
      </form>
    </LonePage>
  );
}
