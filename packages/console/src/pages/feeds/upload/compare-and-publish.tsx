// The last two steps: what the whole file would change in the feed, and publishing it.
import { twoWays } from '@attune/core';
import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useChange } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Section } from '../../../ui/section.tsx';
import { Warning } from '../../../ui/warning.tsx';
import { type Feed, sayCount, sayItems } from '../feed.ts';
import { Notes } from '../notes.tsx';
import { RejectedDownload } from '../rejected-download.tsx';
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
  /** Is the mapping one that cannot be sent? */
  readonly isFaulty: boolean;
  /** Does the teammate still have to say how numbers are written? */
  readonly isUnanswered: boolean;
}

/** Is it of numbers that the teammate is asked about? */
export const isTwoWays = ({ message }: Findings['notes'][number]) => message === twoWays;

/** What was found, as long as it holds: for how the file is read, and for the feed as it is. */
export function findingsOf({
  feed,
  upload,
  reading,
}: Pick<Given, 'feed' | 'upload' | 'reading'>): Findings | null {
  const { findings } = upload;
  // A preview is remembered as well, and finds nothing of the whole file.
  if (findings === null || !isSame(findings.reading ?? upload.reading, reading)) return null;
  return findings.revision === feed.revision || isAtWork(upload) ? findings : null;
}

export function CompareAndPublish(given: Given) {
  const { feed, upload, reading, missing, isFaulty, isUnanswered } = given;
  const { name: site } = useSite();
  const check = useChange(consoleApi.checkUpload, stale);
  const { state } = upload;
  const isBusy = isAtWork(upload);
  const findings = findingsOf(given);
  const isCurrent = findings !== null;
  const run = () => check.mutate({ ...uploadParams(site, feed.id, upload.id), body: reading });
  // A file whose columns are all recognised needs no click; one that was edited waits for one.
  const mayBegin = useRef(state === 'received' && missing.length === 0 && !isFaulty);
  useEffect(() => {
    if (!mayBegin.current) return;
    mayBegin.current = false;
    run();
  });
  return (
    <Section title="Changes" about="The whole file compared with the feed.">
      {isBusy && <Working upload={upload} />}
      {!isBusy && !isCurrent && (
        <Stack gap="xs" align="flex-start">
          {upload.findings !== null && (
            <Text size="sm">The settings or the feed changed since the last check.</Text>
          )}
          <Button disabled={missing.length > 0 || isFaulty} loading={check.isPending} onClick={run}>
            Check file
          </Button>
          {missing.length > 0 && (
            <Text size="sm" c="dimmed">
              First choose a column for {missing.join(', ')}.
            </Text>
          )}
          {isFaulty && (
            <Text size="sm" c="dimmed">
              First complete the mapping.
            </Text>
          )}
        </Stack>
      )}
      <ErrorAlert error={check.error} />
      {isCurrent && !isBusy && <Found {...{ feed, upload, findings, reading, isUnanswered }} />}
    </Section>
  );
}

interface FoundGiven {
  readonly feed: Feed;
  readonly upload: Upload;
  readonly findings: Findings;
  readonly reading: Reading;
  readonly isUnanswered: boolean;
}

function Found({ feed, upload, findings, reading, isUnanswered }: FoundGiven) {
  const { name: site } = useSite();
  const [isMeant, setMeant] = useState(false);
  const publish = useChange(consoleApi.publishUpload, stale);
  const { shrinks, removed, accepted, rejected, rejections, notes, measured } = findings;
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
      {rejected > 0 && (
        <>
          <Rejections reasons={rejections} />
          <RejectedDownload feedId={feed.id} uploadId={upload.id} />
        </>
      )}
      <Notes notes={notes.filter((note) => !isTwoWays(note))} />
      {measured.alarms.length > 0 && (
        <Warning title="Check these changes">
          {measured.alarms.map(({ detail }) => (
            <Text key={detail} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {detail}
            </Text>
          ))}
        </Warning>
      )}
      {accepted === 0 && (
        <Text size="sm">
          Every row was rejected, so there is nothing to publish. Fix the file or its columns.
        </Text>
      )}
      {isNothing && accepted > 0 && <Text size="sm">The feed already has these items.</Text>}
      {shrinks && accepted > 0 && (
        <Alert
          color="red"
          icon={<Icon name="alert" />}
          title="This removes more than half of the feed"
        >
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
            disabled={(shrinks && !isMeant) || isUnanswered}
            loading={publish.isPending}
            onClick={run}
            {...(shrinks && { color: 'red' })}
          >
            Publish {sayItems(accepted)}
          </Button>
          {isUnanswered && (
            <Text size="sm" c="dimmed">
              First say below which numbers are meant.
            </Text>
          )}
        </Group>
      )}
    </Stack>
  );
}
