// A file that the service has: to be prepared, under work, published, or what went wrong with it.
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { consoleApi } from '../../../api/endpoints.ts';
import { isProblem } from '../../../api/problem.ts';
import { useAnswer, useChange } from '../../../api/queries.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { Time } from '../../../ui/time.tsx';
import { sayBytes } from '../../status/labels.ts';
import type { Feed } from '../feed.ts';
import { usePlaces } from '../place.ts';
import { Prepare } from './prepare.tsx';
import { Problem } from './problem.tsx';
import { Published } from './published.tsx';
import { isAtWork, published, stale, type Upload, uploadParams } from './query.ts';

const everyMs = 500;

export function UploadOpened({ feed, id }: { feed: Feed; id: string }) {
  const { name: site } = useSite();
  const held = useQueryClient();
  const { data, error, refetch } = useAnswer(
    consoleApi.readUpload,
    uploadParams(site, feed.id, id),
    { isFresh: true, everyMs: (upload) => (upload && isAtWork(upload) ? everyMs : undefined) },
  );
  const isPublished = data?.state === 'published';
  useEffect(() => {
    if (!isPublished) return;
    for (const { path } of published) {
      if (path === consoleApi.readUpload.path) continue;
      held.invalidateQueries({ queryKey: [path] });
    }
  }, [isPublished, held]);
  if (isProblem(error, 'not_found')) return <Gone feed={feed} />;
  if (error && !data) return <ErrorAlert error={error} onRetry={refetch} />;
  if (!data) return <ListSkeleton />;
  return (
    <Stack gap="lg">
      <About feed={feed} upload={data} />
      {isPublished ? <Published feed={feed} upload={data} /> : <Body feed={feed} upload={data} />}
    </Stack>
  );
}

function Body({ feed, upload }: { feed: Feed; upload: Upload }) {
  const { detection } = upload;
  if (detection === null) return <Problem upload={upload} />;
  return <Prepare feed={feed} upload={upload} detection={detection} />;
}

function About({ feed, upload }: { feed: Feed; upload: Upload }) {
  const { name: site } = useSite();
  const { addressOf, go } = usePlaces(feed.id);
  const mayGiveUp = useMay(consoleApi.deleteUpload);
  const giveUp = useChange(consoleApi.deleteUpload, stale);
  const { id, name, bytes, by, at, state } = upload;
  const onSuccess = () => go({ part: 'upload' });
  return (
    <>
      <Group justify="space-between" gap="sm">
        <div style={{ flex: '1 1 16rem', minWidth: 0 }}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {sayBytes(bytes)}, uploaded <Time at={at} /> by {by}
          </Text>
        </div>
        <Group gap="xs">
          <Anchor component={Link} href={addressOf({ part: 'upload' })} size="sm">
            Choose another file
          </Anchor>
          {mayGiveUp && state !== 'published' && (
            <Button
              variant="default"
              size="xs"
              loading={giveUp.isPending}
              onClick={() => giveUp.mutate(uploadParams(site, feed.id, id), { onSuccess })}
            >
              Discard file
            </Button>
          )}
        </Group>
      </Group>
      <ErrorAlert error={giveUp.error} />
    </>
  );
}

function Gone({ feed }: { feed: Feed }) {
  const { addressOf } = usePlaces(feed.id);
  return (
    <Alert color="gray" role="status" icon={<Icon name="alert" />} title="File not found">
      <Text size="sm">It was published, discarded, or deleted after a day without use.</Text>
      <Anchor component={Link} href={addressOf({ part: 'upload' })} size="sm" underline="always">
        Upload a file
      </Anchor>
    </Alert>
  );
}
