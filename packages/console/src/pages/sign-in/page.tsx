// Where teammates sign in, on the way to wherever they wanted to go.
import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { LinkForm } from '../../session/link-form.tsx';
import { useRefreshSession } from '../../session/refresh.ts';
import { WaysIn } from '../../session/ways-in.tsx';
import { LonePage } from '../../ui/lone-page.tsx';

export function SignIn() {
  const [, go] = useLocation();
  const [search] = useSearchParams();
  const refresh = useRefreshSession();
  // What follows `#` is sent to this page alone.
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
