// Asking for a mail with a link that sets a new password.
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { consoleApi } from '../api/endpoints.ts';
import { useChange } from '../api/queries.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { onSubmit } from '../ui/form.ts';

/** `email`: what was typed already. */
export function ForgotPassword({ email, onBack }: { email: string; onBack: () => void }) {
  const request = useChange(consoleApi.requestPasswordReset);
  const send = onSubmit((field) => request.mutate({ body: { email: field('email') } }));
  const back = (
    <Anchor component="button" type="button" size="sm" onClick={onBack}>
      Back to sign in
    </Anchor>
  );
  if (request.isSuccess) {
    return (
      <Stack>
        <Text size="sm" role="status">
          If there is an account of {request.variables.body.email}, a mail with a link is on its
          way. The link works once, within an hour. No mail? Check your spam folder, or ask an Admin
          of your site.
        </Text>
        {back}
      </Stack>
    );
  }
  return (
    <form onSubmit={send}>
      <Stack>
        <TextInput
          name="email"
          type="email"
          label="E-mail address"
          description="We mail you a link to choose a new password."
          autoComplete="username"
          defaultValue={email}
          required
          autoFocus
          withAsterisk={false}
        />
        <ErrorAlert error={request.error} />
        <Button type="submit" loading={request.isPending}>
          Send reset link
        </Button>
        {back}
      </Stack>
    </form>
  );
}
