// The last two steps: what the whole file would change in the feed, and doing it.
import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useChange } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Section } from '../../../ui/section.tsx';
import { Warning } from '../../../ui/warning.tsx';
import { type Feed, sayCount, sayItems } from '../feed.ts';
import { Rejections } from '../rejections.tsx';
import { Counts } from './counts.tsx';
import { isSame } from './draft.ts';
import {
  type Findings,
  isAtWork,
  type Reading,
  stale,
  type Upload,
  uploadParams,
} from './query.ts';
import { Working } from './working.tsx';

interface Given {
  readonly feed: Feed;
  readonly upload: Upload;
  readonly reading: Reading;
  /** Columns that items must have and that nothing becomes. */
  readonly missing: readonly string[];
}

export function CompareAndPublish({ feed, upload, reading, missing }: Given) {
  const { name: site } = useSite();
  const check = useChange(consoleApi.checkUpload, stale);
  const asked = uploadParams(site, feed.id, upload.id);
  const { findings } = upload;
  const isBusy = isAtWork(upload);
  // What was found holds for how the file was read then, and for the feed as it was then.
  const isCurrent =
    findings !== null &&
    isSame(upload.reading, reading) &&
    (findings.revision === feed.revision || isBusy);
  return (
    <Section title="What would change" about="The whole file compared with the feed as it is now.">
      {isBusy && <Working upload={upload} />}
      {!isBusy && !isCurrent && (
        <Stack gap="xs" align="flex-start">
          {findings !== null && (
            <Text size="sm">The comparison was of another mapping, or of an older feed.</Text>
          )}
          <Button
            variant="filled"
            disabled={missing.length > 0}
            loading={check.isPending}
            onClick={() => check.mutate({ ...asked, body: reading })}
          >
            Compare with the feed
          </Button>
          {missing.length > 0 && (
            <Text size="sm" c="dimmed">
              First say which column becomes {missing.join(', ')}.
            </Text>
          )}
        </Stack>
      )}
      <ErrorAlert error={check.error} />
      {isCurrent && !isBusy && (
        <Found feed={feed} upload={upload} findings={findings} reading={reading} />
      )}
    </Section>
  );
}

interface FoundGiven {
  readonly feed: Feed;
  readonly upload: Upload;
  readonly findings: Findings;
  readonly reading: Reading;
}

function Found({ feed, upload, findings, reading }: FoundGiven) {
  const { name: site } = useSite();
  const [isMeant, setMeant] = useState(false);
  const publish = useChange(consoleApi.publishUpload, stale);
  const { shrinks, removed, accepted, rejected, rejections, measured } = findings;
  const isNothing = findings.added + findings.changed + removed === 0;
  const run = () =>
    publish.mutate({
      ...uploadParams(site, feed.id, upload.id),
      body: { reading, ...(shrinks && { allowShrink: isMeant }) },
      // Changes that others made meanwhile must not be overwritten unseen.
      headers: { 'if-match': `"${findings.revision}"` },
    });
  return (
    <Stack>
      <div role="status">
        <Counts {...findings} />
      </div>
      {rejected > 0 && <Rejections reasons={rejections} />}
      {measured.alarms.length > 0 && (
        <Warning title="Probably not meant">
          {measured.alarms.map(({ detail }) => (
            <Text key={detail} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {detail}
            </Text>
          ))}
        </Warning>
      )}
      {accepted === 0 && (
        <Text size="sm">No row of the file is an item: there is nothing to publish.</Text>
      )}
      {isNothing && accepted > 0 && <Text size="sm">The feed is like that already.</Text>}
      {shrinks && accepted > 0 && (
        <Alert color="red" icon={<Icon name="alert" />} title="More than half of the feed would go">
          <Checkbox
            label={`Yes, remove ${sayCount(removed)} of ${sayItems(feed.items)}`}
            checked={isMeant}
            onChange={(event) => setMeant(event.currentTarget.checked)}
          />
        </Alert>
      )}
      <ErrorAlert error={publish.error} />
      {accepted > 0 && !isNothing && (
        <Group>
          <Button
            disabled={shrinks && !isMeant}
            loading={publish.isPending}
            onClick={run}
            {...(shrinks && { color: 'red' })}
          >
            Publish as revision {findings.revision + 1}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
