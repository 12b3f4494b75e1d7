// Files that were uploaded and not published: to continue with, or to discard.
import { Anchor, Button, Paper, Text } from '@mantine/core';
import { Link } from 'wouter';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer, useChange } from '../../../api/queries.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import rows from '../../../ui/row-list.module.css';
import { Section } from '../../../ui/section.tsx';
import { Time } from '../../../ui/time.tsx';
import { sayBytes } from '../../status/labels.ts';
import { feedParams } from '../feed.ts';
import { uploadStates } from '../labels.ts';
import { usePlaces } from '../place.ts';
import { stale, uploadParams } from './query.ts';

export function UploadsLeft({ feedId }: { feedId: string }) {
  const { name: site } = useSite();
  const { data, error, refetch } = useAnswer(consoleApi.listUploads, feedParams(site, feedId), {
    isFresh: true,
  });
  const giveUp = useChange(consoleApi.deleteUpload, stale);
  const mayGiveUp = useMay(consoleApi.deleteUpload);
  const { addressOf } = usePlaces(feedId);
  if (error) return <ErrorAlert error={error} onRetry={refetch} />;
  if (!data || data.items.length === 0) return null;
  return (
    <Section title="Unpublished files" about="Up to five files, each kept for a day.">
      <ErrorAlert error={giveUp.error} />
      <Paper withBorder component="ul" className={rows['list']} aria-label="Unpublished files">
        {data.items.map(({ id, name, by, at, bytes, state }) => (
          <li key={id} className={rows['row']}>
            <div className={rows['main']}>
              <Anchor
                component={Link}
                href={addressOf({ part: 'upload', upload: id })}
                size="sm"
                fw={600}
                className={rows['name']}
              >
                {name}
              </Anchor>
            </div>
            <Text size="xs" c="dimmed" className={rows['middle']}>
              {uploadStates[state]}, {sayBytes(bytes)}
            </Text>
            <Text size="xs" c="dimmed" component="div" className={rows['side']}>
              <Time at={at} /> by <span style={{ overflowWrap: 'anywhere' }}>{by}</span>
            </Text>
            <div className={rows['actions']}>
              {mayGiveUp && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Discard ${name}`}
                  loading={giveUp.isPending && giveUp.variables?.params.uploadId === id}
                  onClick={() => giveUp.mutate(uploadParams(site, feedId, id))}
                >
                  Discard
                </Button>
              )}
            </div>
          </li>
        ))}
      </Paper>
    </Section>
  );
}
