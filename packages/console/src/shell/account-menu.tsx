// Who is signed in, the way to the account, and the way out.
import { ActionIcon, Menu, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Icon } from '../ui/icons.tsx';
import { useSignOut } from './sign-out.ts';
import { useSession } from './site-context.ts';

export function AccountMenu() {
  const { teammate } = useSession();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`You: ${teammate.name}`}>
          <Icon name="account" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {teammate.name}
          </Text>
          <Text size="xs" truncate>
            {teammate.email}
          </Text>
        </Menu.Label>
        <Menu.Item component={Link} href="/account" leftSection={<Icon name="account" size={16} />}>
          Account
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="signOut" size={16} />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
