// Choosing a file, or dropping one, and how far it is on its way.
import { Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { isProblem } from '../../../api/problem.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { sayBytes } from '../../status/labels.ts';
import classes from './choose-file.module.css';
import type { useSending } from './use-sending.ts';

const accept = '.csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson,.xml,.rss,.atom,.gz,.zip';

export function ChooseFile({ sending }: { sending: ReturnType<typeof useSending> }) {
  const { file, share, error, isStopped = false, begin, stop } = sending;
  return (
    <Stack>
      <div className={classes['zone']}>
        <Stack align="center" gap="xs">
          <Icon name="upload" size={28} />
          <Text size="sm" ta="center">
            {file ? (
              <>
                <b style={{ overflowWrap: 'anywhere' }}>{file.name}</b>, {sayBytes(file.size)}
              </>
            ) : (
              'Drop a file anywhere on this page, or'
            )}
          </Text>
          {share === undefined ? (
            <FileButton accept={accept} onChange={(chosen) => chosen && begin(chosen)}>
              {(props) => (
                <Button {...props} variant={file ? 'default' : 'filled'}>
                  {file ? 'Choose another file' : 'Choose a file'}
                </Button>
              )}
            </FileButton>
          ) : (
            <Progressing share={share} onStop={stop} />
          )}
          <Text size="xs" c="dimmed" ta="center">
            CSV, Excel (xlsx), TSV, JSON, NDJSON or XML, up to 2 GB, also as .gz or .zip. Exports of
            Shopify, WooCommerce, Magento, BigCommerce and Google Merchant need no changes.
          </Text>
        </Stack>
      </div>
      {isStopped && file && (
        <Group gap="sm">
          <Text size="sm" role="status">
            Upload cancelled. The feed is unchanged.
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => begin(file)}>
            Upload again
          </Button>
        </Group>
      )}
      {error !== undefined && (
        <>
          <ErrorAlert
            error={error}
            {...(isOfFile(error) && { title: 'This file cannot be read' })}
            {...(file && { onRetry: () => begin(file) })}
          />
          <Text size="sm">
            The feed is unchanged and the file is still chosen. Try again or choose another file.
          </Text>
        </>
      )}
    </Stack>
  );
}

/** Is it the file that is wrong, and not the way to the service? */
const isOfFile = (error: unknown) => isProblem(error, 'invalid_request');

function Progressing({ share, onStop }: { share: number; onStop: () => void }) {
  const isSent = share >= 1;
  return (
    <Stack gap="xs" w="100%" maw={420}>
      <Progress.Root>
        <Progress.Section
          value={share * 100}
          aria-label="Uploaded"
          animated={isSent}
          striped={isSent}
        />
      </Progress.Root>
      <Group justify="space-between" gap="sm">
        <Text size="sm" role="status">
          {isSent ? 'Uploaded. Reading the file…' : `${Math.round(share * 100)} % uploaded`}
        </Text>
        <Button size="compact-sm" variant="default" onClick={onStop}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
