// Signing in by a link of the operator: with a button, so that what only looks at a link uses none.
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../api/endpoints.ts';
import { useChange } from '../api/queries.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { SecondFactor } from './sign-in-form.tsx';

interface Given {
  readonly token: string;
  readonly onDone: () => void;
  readonly onBack: () => void;
}

export function LinkForm({ token, onDone, onBack }: Given) {
  const [needsSecondFactor, setNeedsSecondFactor] = useState(false);
  const signIn = useChange(consoleApi.signInByLink);
  if (needsSecondFactor) return <SecondFactor onDone={onDone} onBack={onBack} />;
  const send = () =>
    signIn.mutate(
      { body: { token } },
      { onSuccess: (answer) => (answer.needsSecondFactor ? setNeedsSecondFactor(true) : onDone()) },
    );
  return (
    <Stack>
      <Text size="sm">This link signs you in once.</Text>
      <ErrorAlert error={signIn.error} />
      <Button onClick={send} loading={signIn.isPending}>
        Sign in
      </Button>
      <Button variant="subtle" onClick={onBack}>
        Sign in another way
      </Button>
    </Stack>
  );
}
