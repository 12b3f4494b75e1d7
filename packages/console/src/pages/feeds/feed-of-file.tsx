// A file was dropped on the list of feeds: to which of them does it go?
import { Button, Group, Stack, Text } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay } from '../../shell/site-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { Feed } from './feed.ts';

interface Given {
  readonly file: File;
  readonly feeds: readonly Feed[];
  readonly onFeed: (id: string) => void;
  readonly onNew: () => void;
  readonly onClose: () => void;
}

export function FeedOfFile({ file, feeds, onFeed, onNew, onClose }: Given) {
  const mayCreate = useMay(consoleApi.createFeed);
  return (
    <Dialog title={`Upload ${file.name}`} onClose={onClose}>
      <Stack>
        <Text size="sm">Which feed is it for?</Text>
        <Group gap="xs">
          {feeds.map(({ id, name }) => (
            <Button key={id} variant="default" onClick={() => onFeed(id)}>
              {name}
            </Button>
          ))}
          {mayCreate && <Button onClick={onNew}>New feed</Button>}
        </Group>
      </Stack>
    </Dialog>
  );
}
