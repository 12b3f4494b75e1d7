// A file that was published: what it changed, and how to roll back.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { consoleApi } from '../../../api/endpoints.ts';
import { useMay } from '../../../shell/site-context.ts';
import { Success } from '../../../ui/success.tsx';
import { type Feed, sayCount, sayItems } from '../feed.ts';
import { RollBack } from '../history/roll-back.tsx';
import { usePlaces } from '../place.ts';
import { RejectedDownload } from '../rejected-download.tsx';
import type { Upload } from './query.ts';

export function Published({ feed, upload }: { feed: Feed; upload: Upload }) {
  const { addressOf, go } = usePlaces(feed.id);
  const [isGoingBack, setGoingBack] = useState(false);
  const mayGoBack = useMay(consoleApi.rollbackFeed);
  const { outcome } = upload;
  if (outcome === null) return null;
  const { accepted, rejected, revision } = outcome;
  // Another change since would be undone as well: the history says which.
  const isLast = feed.revision === revision;
  return (
    <Stack>
      <Success title="Published">
        <Text size="sm">
          Revision {revision} is live: {sayItems(accepted, 'row')} accepted
          {rejected > 0 && `, ${sayCount(rejected)} rejected`}.
        </Text>
      </Success>
      {rejected > 0 && <RejectedDownload feedId={feed.id} uploadId={upload.id} />}
      <Group gap="xs">
        <Button component={Link} href={addressOf({})}>
          View items
        </Button>
        <Button component={Link} href={addressOf({ part: 'history' })} variant="default">
          View history
        </Button>
        {mayGoBack && isLast && revision > 0 && (
          <Button variant="default" onClick={() => setGoingBack(true)}>
            Roll back
          </Button>
        )}
      </Group>
      {isGoingBack && (
        <RollBack
          feed={feed}
          to={revision - 1}
          onClose={() => setGoingBack(false)}
          onDone={() => go({ part: 'history' })}
        />
      )}
    </Stack>
  );
}
