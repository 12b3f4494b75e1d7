// The way to the identity provider, where there is one: a button that leaves the console for it.
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../api/endpoints.ts';
import { useAnswer, useChange } from '../api/queries.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { afterProvider } from './after-provider.ts';

/** How teammates sign in here; undefined until that is known. */
export const useWaysIn = () => useAnswer(consoleApi.readSignIn, {}).data;

/** `next` is the path of the console to go on to. */
export function ProviderButton({ next }: { next: string }) {
  const provider = useWaysIn()?.provider;
  const begin = useChange(consoleApi.beginProviderSignIn);
  const [isLeaving, setIsLeaving] = useState(false);
  if (!provider) return null;
  const leave = () =>
    begin.mutate(
      {},
      {
        onSuccess: ({ address }) => {
          setIsLeaving(true);
          afterProvider.keep(next);
          window.location.assign(address);
        },
      },
    );
  return (
    <Stack>
      <ErrorAlert error={begin.error} />
      <Button onClick={leave} loading={begin.isPending || isLeaving}>
        Sign in with {provider.name}
      </Button>
    </Stack>
  );
}
