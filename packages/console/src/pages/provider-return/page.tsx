// Where the identity provider leads back to: finishes signing in, and goes on.
import { Alert, Anchor, Button, Skeleton, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Redirect, useLocation, useSearch } from 'wouter';
import { call } from '../../api/call.ts';
import { consoleApi } from '../../api/endpoints.ts';
import { sessionQuestion } from '../../api/queries.ts';
import { afterProvider } from '../../session/after-provider.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { LonePage } from '../../ui/lone-page.tsx';

export function ProviderReturn() {
  const query = useSearch();
  const held = useQueryClient();
  const [, go] = useLocation();
  const [next] = useState(afterProvider.take);
  const finished = useQuery({
    queryKey: ['provider-return', query],
    queryFn: async () => {
      const done = await call(consoleApi.finishProviderSignIn, { body: { query } });
      await held.fetchQuery({ ...sessionQuestion, staleTime: 0 });
      return done;
    },
    // What came back is good once.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (finished.error) {
    return (
      <LonePage title="You are not signed in">
        <Stack>
          <ErrorAlert error={finished.error} />
          <Anchor component={Link} href="/sign-in" size="sm">
            Sign in again
          </Anchor>
        </Stack>
      </LonePage>
    );
  }
  if (!finished.data) {
    return (
      <LonePage title="Signing in">
        <Skeleton height={100} />
      </LonePage>
    );
  }
  if (!finished.data.replacedPassword) return <Redirect to={next} replace />;
  return (
    <LonePage title="You are signed in">
      <Stack>
        <Alert role="status">
          You now sign in with your identity provider. Your password no longer works, and your other
          sessions have ended.
        </Alert>
        <Button onClick={() => go(next, { replace: true })}>Continue</Button>
      </Stack>
    </LonePage>
  );
}
