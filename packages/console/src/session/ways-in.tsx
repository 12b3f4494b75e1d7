// Every way to sign in here: at the identity provider, by password, or both.
import { Divider, Skeleton, Stack, Text } from '@mantine/core';
import { ProviderButton, useWaysIn } from './provider-button.tsx';
import { SignInForm } from './sign-in-form.tsx';

interface Given {
  /** The path of the console to go on to from the provider. */
  readonly next: string;
  /** Whose sign-in is expected. */
  readonly email?: string;
  readonly onDone: () => void;
}

export function WaysIn({ next, email, onDone }: Given) {
  const ways = useWaysIn();
  if (!ways) return <Skeleton height={260} />;
  return (
    <Stack>
      <ProviderButton next={next} />
      {ways.provider && ways.passwords && <Divider label="or" />}
      {ways.passwords && <SignInForm onDone={onDone} {...(email !== undefined && { email })} />}
      {!ways.passwords && (
        <Text size="xs" c="dimmed">
          No access? Ask an Admin of your site or the admin of your identity provider.
        </Text>
      )}
    </Stack>
  );
}
