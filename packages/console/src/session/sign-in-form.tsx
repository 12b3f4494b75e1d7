// Signing in: e-mail address and password, then the second factor where there is one.
import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../api/endpoints.ts';
import { useChange } from '../api/queries.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { onSubmit } from '../ui/form.ts';

interface Given {
  /** The address that is expected, which can be changed. */
  readonly email?: string;
  readonly onDone: () => void;
}

export function SignInForm({ email, onDone }: Given) {
  const [needsSecondFactor, setNeedsSecondFactor] = useState(false);
  const signIn = useChange(consoleApi.signIn);
  if (needsSecondFactor) {
    return <SecondFactor onDone={onDone} onBack={() => setNeedsSecondFactor(false)} />;
  }
  const send = onSubmit((field) =>
    signIn.mutate(
      { body: { email: field('email'), password: field('password') } },
      {
        onSuccess: (answer) => {
          if (answer?.needsSecondFactor) setNeedsSecondFactor(true);
          else onDone();
        },
      },
    ),
  );
  return (
    <form onSubmit={send}>
      <Stack>
        <TextInput
          name="email"
          type="email"
          label="E-mail address"
          autoComplete="username"
          defaultValue={email}
          required
          autoFocus={email === undefined}
          withAsterisk={false}
        />
        <PasswordInput
          name="password"
          label="Password"
          autoComplete="current-password"
          required
          autoFocus={email !== undefined}
          withAsterisk={false}
        />
        <ErrorAlert error={signIn.error} />
        <Button type="submit" loading={signIn.isPending}>
          Sign in
        </Button>
        <Text size="xs" c="dimmed">
          No account? An Admin of your site can invite you. Lost your password? The operator of this
          server can send you a sign-in link.
        </Text>
      </Stack>
    </form>
  );
}

/** Asks for the code that finishes signing in. */
export function SecondFactor({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const [isBackup, setIsBackup] = useState(false);
  const prove = useChange(consoleApi.proveSecondFactor);
  const send = onSubmit((field) =>
    prove.mutate({ body: { code: field('code') } }, { onSuccess: onDone }),
  );
  return (
    <form onSubmit={send} key={String(isBackup)}>
      <Stack>
        {isBackup ? (
          <TextInput
            name="code"
            label="Backup code"
            description="Each code works once."
            autoComplete="off"
            required
            minLength={6}
            autoFocus
            withAsterisk={false}
          />
        ) : (
          <TextInput
            name="code"
            label="Authenticator code"
            description="Six digits from your authenticator app."
            inputMode="numeric"
            pattern="[0-9]{6}"
            title="Six digits"
            autoComplete="one-time-code"
            required
            autoFocus
            withAsterisk={false}
          />
        )}
        <ErrorAlert error={prove.error} />
        <Button type="submit" loading={prove.isPending}>
          Sign in
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={() => setIsBackup(!isBackup)}>
          {isBackup ? 'Use an authenticator code' : 'Use a backup code'}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          Sign in with another account
        </Anchor>
      </Stack>
    </form>
  );
}
