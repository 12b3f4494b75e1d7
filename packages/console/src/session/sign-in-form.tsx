// Signing in: e-mail address and password, then the second factor where there is one.
import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { consoleApi } from '../api/endpoints.ts';
import { useChange } from '../api/queries.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { onSubmit } from '../ui/form.ts';
import { ForgotPassword } from './forgot-password.tsx';
import { useWaysIn } from './provider-button.tsx';

interface Given {
  /** The address that is expected, which can be changed. */
  readonly email?: string;
  readonly onDone: () => void;
}

export function SignInForm({ email, onDone }: Given) {
  const [needsSecondFactor, setNeedsSecondFactor] = useState(false);
  /** The address that was typed by then; undefined: the password is not forgotten. */
  const [forgotten, setForgotten] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const isMailed = useWaysIn()?.passwordReset === true;
  const signIn = useChange(consoleApi.signIn);
  if (forgotten !== undefined) {
    return <ForgotPassword email={forgotten} onBack={() => setForgotten(undefined)} />;
  }
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
  const forget = () => {
    const typed = form.current && new FormData(form.current).get('email');
    setForgotten(typeof typed === 'string' ? typed : '');
  };
  return (
    <form onSubmit={send} ref={form}>
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
        {isMailed && (
          <Anchor component="button" type="button" size="sm" onClick={forget}>
            Forgot password?
          </Anchor>
        )}
        <Text size="xs" c="dimmed">
          No account? An Admin of your site can invite you.
          {!isMailed &&
            ' Forgot your password? Ask an Admin for a sign-in link. The operator of this server makes one with the command attune teammate sign-in-link.'}
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
