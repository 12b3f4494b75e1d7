// Where teammates sign in, on the way to wherever they wanted to go.
import { useLocation, useSearchParams } from 'wouter';
import { useRefreshSession } from '../../session/refresh.ts';
import { SignInForm } from '../../session/sign-in-form.tsx';
import { LonePage } from '../../ui/lone-page.tsx';

export function SignIn() {
  const [, go] = useLocation();
  const [search] = useSearchParams();
  const refresh = useRefreshSession();
  const from = search.get('from') ?? '';
  // A path of the console, whatever a link contains.
  const next = /^\/[\w-]/.test(from) ? from : '/';
  return (
    <LonePage title="Sign in to Attune">
      <SignInForm onDone={() => refresh().then(() => go(next, { replace: true }))} />
    </LonePage>
  );
}
