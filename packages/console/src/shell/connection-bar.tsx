// Says quietly that the server cannot be reached, and is gone when it can.
import { Group, Paper, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { connection } from '../api/connection.ts';
import { Icon } from '../ui/icons.tsx';
import classes from './connection-bar.module.css';

const said = {
  reached: '',
  offline:
    'You are offline. Your drafts are kept, and the page continues when you are back online.',
  unreachable:
    'The server cannot be reached. Your drafts are kept, and the page continues when it answers.',
} as const;

export function ConnectionBar() {
  const now = useSyncExternalStore(connection.subscribe, connection.now);
  return (
    <div role="status" className={classes['place']}>
      {now !== 'reached' && (
        <Paper withBorder shadow="sm" px="sm" py={6} className={classes['bar']}>
          <Group gap="xs" wrap="nowrap">
            <Icon name="alert" size={16} />
            <Text size="sm">{said[now]}</Text>
          </Group>
        </Paper>
      )}
    </div>
  );
}
