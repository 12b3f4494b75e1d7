// The message after a person has been erased.
import { Alert, Group, Text } from '@mantine/core';
import { CopyIcon } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icons.tsx';

export function Erased({ id }: { id: string }) {
  return (
    <Alert color="teal" role="status" icon={<Icon name="check" />} title="The user is being erased">
      <Text size="sm">
        Their data is gone within a minute. Keep this number as your receipt: the audit log lists
        the erasure under it.
      </Text>
      <Group gap={4} mt="xs">
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {id}
        </Text>
        <CopyIcon text={id} what="the receipt" />
      </Group>
    </Alert>
  );
}
