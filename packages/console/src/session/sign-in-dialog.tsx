// The dialog to sign in over the page: what waits for it goes on, and nothing is lost.
import { Anchor, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { callOnce } from '../api/call.ts';
import { consoleApi } from '../api/endpoints.ts';
import { forget, sessionQuestion } from '../api/queries.ts';
import { sessionEnd } from '../api/session-end.ts';
import { useSession } from '../shell/site-context.ts';
import { WaysIn } from './ways-in.tsx';

export function SignInDialog() {
  const { teammate } = useSession();
  const [path] = useLocation();
  const search = useSearch();
  const held = useQueryClient();
  const goOn = useGoOn();
  const leave = () => {
    sessionEnd.settle(false);
    forget(held);
  };
  return (
    <Modal.Root opened onClose={leave} closeOnClickOutside={false} closeOnEscape={false}>
      {/* Another person may be at the screen by now. */}
      <Modal.Overlay blur={12} backgroundOpacity={0.6} />
      <Modal.Content>
        <Modal.Title p="md" pb={0} fw={650}>
          Sign in to continue
        </Modal.Title>
        <Modal.Body pt="xs">
          <Stack>
            <Text size="sm">
              Your session has ended. Sign in as {teammate.email}, and the page goes on with what
              you typed.
            </Text>
            <WaysIn
              next={path + (search && `?${search}`)}
              email={teammate.email}
              onDone={() => void goOn()}
            />
            <Anchor component="button" type="button" size="sm" onClick={leave}>
              Leave this page
            </Anchor>
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Goes on if there is a session again, also one of another tab. */
function useGoOn() {
  const { teammate } = useSession();
  const held = useQueryClient();
  const goOn = async () => {
    const session = await callOnce(consoleApi.readSession, {}).catch(() => undefined);
    if (!session) return;
    // What this page holds is not for another teammate, who begins anew.
    if (session.teammate.id !== teammate.id) return window.location.assign('/console/');
    held.setQueryData(sessionQuestion.queryKey, session);
    sessionEnd.settle(true);
  };
  useEffect(() => {
    const onFocus = () => void goOn();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  });
  return goOn;
}
