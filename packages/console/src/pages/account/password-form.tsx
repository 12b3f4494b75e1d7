// Changing the password.
import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useRef } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { Problem } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { NewPassword } from '../../session/new-password.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { onSubmit } from '../../ui/form.ts';

export function PasswordForm({ email }: { email: string }) {
  const change = useChange(consoleApi.changePassword, [consoleApi.listSessions]);
  const form = useRef<HTMLFormElement>(null);
  const send = onSubmit((field) =>
    change.mutate(
      { body: { current: field('current'), wanted: field('password') } },
      { onSuccess: () => form.current?.reset() },
    ),
  );
  return (
    <form onSubmit={send} ref={form}>
      <Stack maw={400} gap="sm">
        {/* So that password managers know whose password it is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordInput
          name="current"
          label="Current password"
          autoComplete="current-password"
          required
          withAsterisk={false}
        />
        <NewPassword
          label="New password"
          fault={change.error instanceof Problem ? change.error.faultOf('wanted') : undefined}
        />
        <ErrorAlert error={change.error} shownElsewhere={['wanted']} />
        {change.isSuccess && (
          <Alert color="green" role="status">
            Password changed. Your other sessions have ended.
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={change.isPending}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
