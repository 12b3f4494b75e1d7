// Where the teammate is signed in, and the way out of all of it.
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSignOut } from '../../shell/sign-out.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';

export function Sessions() {
  const { data, error, refetch } = useAnswer(consoleApi.listSessions, {});
  const signOut = useSignOut({ isEverywhere: true });
  const [isAsked, setIsAsked] = useState(false);
  if (error) return <ErrorAlert error={error} onRetry={refetch} />;
  if (!data) return <ListSkeleton rows={2} />;
  return (
    <Stack gap="sm">
      {data.sessions.map(({ id, isThisOne, userAgent, address, createdAt, lastUsedAt }) => (
        <Group key={id} justify="space-between" gap="xs">
          <div style={{ minWidth: 0 }}>
            <Group gap="xs">
              <Text size="sm" fw={500}>
                {sayBrowser(userAgent)}
              </Text>
              {isThisOne && (
                <Badge size="sm" variant="light">
                  This session
                </Badge>
              )}
            </Group>
            <Text size="xs" c="dimmed">
              {address || 'Unknown address'}, signed in <Time at={createdAt} />
            </Text>
          </div>
          <Text size="xs" c="dimmed">
            Last used <Time at={lastUsedAt} never="at sign-in" />
          </Text>
        </Group>
      ))}
      <Group>
        <Button variant="default" onClick={() => setIsAsked(true)}>
          Sign out everywhere
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isAsked}
        title="Sign out everywhere?"
        confirm="Sign out everywhere"
        isBusy={signOut.isPending}
        error={signOut.error}
        onConfirm={() => signOut.mutate()}
        onClose={() => setIsAsked(false)}
      >
        <Text size="sm">All of your sessions end, including this one.</Text>
      </ConfirmDialog>
    </Stack>
  );
}

const browsers = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
] as const;
const systems = [
  ['Android', /Android/],
  ['iPhone or iPad', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const;

/** "Firefox on Linux", or what the program calls itself. */
function sayBrowser(userAgent: string): string {
  const browser = browsers.find(([, form]) => form.test(userAgent))?.[0];
  const system = systems.find(([, form]) => form.test(userAgent))?.[0];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (userAgent.slice(0, 80) || 'Unknown client');
}
