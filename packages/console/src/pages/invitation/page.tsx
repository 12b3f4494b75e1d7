// An invitation: what it is to, and accepting it as a new teammate or as the one who is signed in.
import {
  Anchor,
  Badge,
  Button,
  Divider,
  Group,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { Problem } from '../../api/problem.ts';
import { question, sessionQuestion, useChange } from '../../api/queries.ts';
import { NewPassword } from '../../session/new-password.tsx';
import { ProviderButton, useWaysIn } from '../../session/provider-button.tsx';
import { useRefreshSession } from '../../session/refresh.ts';
import { SignInForm } from '../../session/sign-in-form.tsx';
import { useSignOut } from '../../shell/sign-out.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { onSubmit } from '../../ui/form.ts';
import { LonePage } from '../../ui/lone-page.tsx';
import { Time } from '../../ui/time.tsx';

export function Invitation() {
  // A browser sends no server what follows `#`.
  const [token] = useState(
    () => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '',
  );
  const invitation = useQuery({
    ...question(consoleApi.readInvitation, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const session = useQuery({ ...sessionQuestion, staleTime: 0 });
  if (invitation.error) {
    return (
      <LonePage title="This invitation cannot be used">
        <Stack>
          <ErrorAlert error={invitation.error} />
          <Anchor component={Link} href="/" size="sm">
            Open the console
          </Anchor>
        </Stack>
      </LonePage>
    );
  }
  if (!invitation.data || session.isPending) {
    return (
      <LonePage title="You are invited">
        <Skeleton height={200} />
      </LonePage>
    );
  }
  const { site, role, codeEditing, email, expiresAt } = invitation.data;
  return (
    <LonePage title={`You are invited to ${site}`}>
      <Stack>
        <Group gap="xs">
          <Badge variant="light">{role}</Badge>
          {codeEditing && <Badge variant="light">Code editing</Badge>}
          <Text size="xs" c="dimmed">
            expires <Time at={expiresAt} />
          </Text>
        </Group>
        <Acceptance token={token} email={email} signedInAs={session.data?.teammate.email} />
      </Stack>
    </LonePage>
  );
}

interface Given {
  readonly token: string;
  /** null: the person who accepts gives their address. */
  readonly email: string | null;
  readonly signedInAs: string | undefined;
}

function Acceptance({ token, email, signedInAs }: Given) {
  const [hasAccount, setHasAccount] = useState(false);
  const ways = useWaysIn();
  const refresh = useRefreshSession();
  const [, go] = useLocation();
  const onAccepted = async (site: string) => {
    await refresh();
    go(`/${site}`, { replace: true });
  };
  if (signedInAs !== undefined && (email === null || signedInAs === email)) {
    return <AsOneself token={token} email={signedInAs} onAccepted={onAccepted} />;
  }
  if (signedInAs !== undefined) return <SomebodyElse email={email} signedInAs={signedInAs} />;
  // Whether there is an account of the address is not for everybody to know who has a link to it.
  return (
    <>
      <ProviderButton next={`/invitation#token=${token}`} />
      {ways?.provider && ways.passwords && <Divider label="or" />}
      {ways?.passwords && (
        <>
          {hasAccount ? (
            <SignInForm {...(email !== null && { email })} onDone={refresh} />
          ) : (
            <AsNew token={token} email={email} onAccepted={onAccepted} />
          )}
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => setHasAccount(!hasAccount)}
          >
            {hasAccount ? 'Create an account' : 'Sign in with an existing account'}
          </Anchor>
        </>
      )}
    </>
  );
}

interface Accepting {
  readonly token: string;
  readonly onAccepted: (site: string) => Promise<void>;
}

function AsOneself({ token, email, onAccepted }: Accepting & { email: string }) {
  const accept = useChange(consoleApi.acceptInvitation);
  return (
    <>
      <Text size="sm">You are signed in as {email}.</Text>
      <ErrorAlert error={accept.error} />
      <Button
        loading={accept.isPending}
        onClick={() =>
          accept.mutate({ body: { token } }, { onSuccess: (answer) => onAccepted(answer.site) })
        }
      >
        Accept invitation
      </Button>
    </>
  );
}

function SomebodyElse({ email, signedInAs }: { email: string | null; signedInAs: string }) {
  const signOut = useSignOut();
  return (
    <>
      <Text size="sm">
        This invitation is for {email}, but you are signed in as {signedInAs}.
      </Text>
      <ErrorAlert error={signOut.error} />
      <Button loading={signOut.isPending} onClick={() => signOut.mutate()}>
        Sign out and continue as {email}
      </Button>
    </>
  );
}

function AsNew({ token, email, onAccepted }: Accepting & { email: string | null }) {
  const accept = useChange(consoleApi.acceptInvitation);
  const faultOf = (field: string) =>
    accept.error instanceof Problem ? accept.error.faultOf(`teammate/${field}`) : undefined;
  const send = onSubmit((field) => {
    const given = { name: field('name'), password: field('password') };
    const teammate = email === null ? { ...given, email: field('email') } : given;
    accept.mutate(
      { body: { token, teammate } },
      { onSuccess: (answer) => onAccepted(answer.site) },
    );
  });
  return (
    <form onSubmit={send}>
      <Stack>
        <TextInput
          name="name"
          label="Your name"
          autoComplete="name"
          maxLength={100}
          required
          withAsterisk={false}
          autoFocus
          error={faultOf('name')}
        />
        <TextInput
          name="email"
          type="email"
          label="E-mail address"
          autoComplete="username"
          withAsterisk={false}
          error={faultOf('email')}
          {...(email === null ? { required: true } : { value: email, readOnly: true })}
        />
        <NewPassword label="Choose a password" fault={faultOf('password')} />
        <ErrorAlert error={accept.error} />
        <Button type="submit" loading={accept.isPending}>
          Accept and sign in
        </Button>
      </Stack>
    </form>
  );
}
