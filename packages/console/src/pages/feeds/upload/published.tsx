// What came of a file that is the feed now, and the way back.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { consoleApi } from '../../../api/endpoints.ts';
import { useMay } from '../../../shell/site-context.ts';
import { Icon } from '../../../ui/icons.tsx';
import { type Feed, sayItems } from '../feed.ts';
import { RollBack } from '../history/roll-back.tsx';
import { usePlaces } from '../place.ts';
import { Rejections } from '../rejections.tsx';
import { Counts } from './counts.tsx';
import type { Upload } from './query.ts';

export function Published({ feed, upload }: { feed: Feed; upload: Upload }) {
  const { addressOf, go } = usePlaces(feed.id);
  const [isGoingBack, setGoingBack] = useState(false);
  const mayGoBack = useMay(consoleApi.rollbackFeed);
  const { outcome, findings } = upload;
  if (outcome === null) return null;
  const { accepted, rejected, revision } = outcome;
  // Another change since would be undone as well: the history says which.
  const isLast = feed.revision === revision;
  return (
    <Stack>
      <Alert color="teal" role="status" icon={<Icon name="check" />} title="Published">
        <Text size="sm">
          The feed is at revision {revision}: {sayItems(accepted, 'row')} taken
          {rejected > 0 && `, ${sayItems(rejected, 'row')} rejected`}.
        </Text>
      </Alert>
      {findings && <Counts {...findings} />}
      {findings && findings.rejected > 0 && <Rejections reasons={findings.rejections} />}
      <Group gap="xs">
        <Button component={Link} href={addressOf({})}>
          To the items
        </Button>
        <Button component={Link} href={addressOf({ part: 'history' })} variant="default">
          To the history
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
