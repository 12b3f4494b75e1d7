// How far the work on a file is.
import { Group, Progress, Text } from '@mantine/core';
import { sayBytes } from '../../status/labels.ts';
import { sayItems } from '../feed.ts';
import type { Upload } from './query.ts';

export function Working({ upload: { state, progress } }: { upload: Upload }) {
  const verb = state === 'publishing' ? 'Publishing' : 'Checking';
  const share =
    progress && progress.totalBytes > 0 ? Math.min(progress.bytes / progress.totalBytes, 1) : 0;
  // Once all is read, the feed is being changed: how long that takes is unknown.
  const isRead = share >= 1;
  return (
    <div>
      <Progress.Root mb="xs">
        <Progress.Section
          value={isRead ? 100 : share * 100}
          aria-label={verb}
          striped={isRead}
          animated={isRead}
        />
      </Progress.Root>
      <Group gap="sm">
        <Text size="sm" role="status">
          {verb}…{' '}
          {progress &&
            (isRead
              ? `${sayItems(progress.rows, 'row')} read, comparing with the feed`
              : `${sayItems(progress.rows, 'row')}, ${sayBytes(progress.bytes)} of ${sayBytes(progress.totalBytes)}`)}
        </Text>
      </Group>
    </div>
  );
}
