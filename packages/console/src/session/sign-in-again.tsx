// Asks to sign in again when the session has ended; the code comes when it is needed.
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { sessionEnd } from '../api/session-end.ts';
import { Opening } from '../ui/opening.tsx';

const SignInDialog = lazy(async () => ({
  default: (await import('./sign-in-dialog.tsx')).SignInDialog,
}));

export function SignInAgain() {
  const isAsked = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.isAsked);
  useEffect(() => sessionEnd.noteSignedIn(true), []);
  return <Suspense fallback={<Opening />}>{isAsked && <SignInDialog />}</Suspense>;
}
