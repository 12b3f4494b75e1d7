// A user by what the site calls them; the id stays a fact to copy.
import { Group, Text } from '@mantine/core';
import { CopyIcon } from './copy-button.tsx';
import { type CalledBy, sayUser, sayUserType } from './say-user.ts';

interface Given {
  readonly id: string;
  readonly name: CalledBy | null;
}

export function UserName({ id, name }: Given) {
  return (
    <Group gap={4} wrap="nowrap" component="span" style={{ display: 'inline-flex' }}>
      <Text span inherit style={{ overflowWrap: 'anywhere' }} title={`User ID ${id}`}>
        {sayUser(id, name)}
        {name && (
          <Text span size="xs" c="dimmed" fw={400}>
            {' '}
            {sayUserType(name.type)}
          </Text>
        )}
      </Text>
      <CopyIcon text={id} what={`the user ID of ${sayUser(id, name)}`} />
    </Group>
  );
}
