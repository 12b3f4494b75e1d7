// Where teammates sign in, on the way to wherever they wanted to go.
import { Divider, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { LinkForm } from '../../session/link-form.tsx';
import { ProviderButton, useWaysIn } from '../../session/provider-button.tsx';
import { useRefreshSession } from '../../session/refresh.ts';
import { SignInForm } from '../../session/sign-in-form.tsx';
import { LonePage } from '../../ui/lone-page.tsx';

export function SignIn() {
  const [, go] = useLocation();
  const [search] = useSearchParams();
  const refresh = useRefreshSession();
  // What follows `#` was sent to this page alone.
  const [token, setToken] = useState(() =>
    new URLSearchParams(window.location.hash.slice(1)).get('token'),
  );
  const from = search.get('from') ?? '';
  // A path of the console, whatever a link contains.
  const next = /^\/[\w-]/.test(from) ? from : '/';
  const onDone = () => refresh().then(() => go(next, { replace: true }));
  return (
    <LonePage title="Sign in to Attune">
      {token === null ? (
        <WaysIn next={next} onDone={onDone} />
      ) : (
        <LinkForm token={token} onDone={onDone} onBack={() => setToken(null)} />
      )}
    </LonePage>
  );
}

function WaysIn({ next, onDone }: { next: string; onDone: () => void }) {
  const ways = useWaysIn();
  if (!ways) return <Skeleton height={260} />;
  return (
    <Stack>
      <ProviderButton next={next} />
      {ways.provider && ways.passwords && <Divider label="or" />}
      {ways.passwords && <SignInForm onDone={onDone} />}
      {!ways.passwords && (
        <Text size="xs" c="dimmed">
          No access? Ask an Admin of your site or the admin of your identity provider.
        </Text>
      )}
    </Stack>
  );
}
