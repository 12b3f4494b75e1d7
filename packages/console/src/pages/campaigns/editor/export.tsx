// A campaign as a file, for git or for another site.
import { Button, Group, Stack, Text } from '@mantine/core';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { formatJson } from '../../../json/fault.ts';
import { useSite } from '../../../shell/site-context.ts';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { filesOf } from '../../import-export/one-campaign.ts';
import { bodyIn, type Campaign } from '../campaign.ts';

export function Export({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { name: site } = useSite();
  const { name, selector } = bodyIn(campaign);
  const all = useAnswer(consoleApi.exportExperiences, { params: { site } }, { isFresh: true });
  const text = all.data && `${formatJson(filesOf(all.data, selector))}\n`;
  return (
    <Dialog title={`Export ${name}`} onClose={onClose} size="xl">
      <Stack>
        <Text size="sm">
          The saved draft with the audiences and the layer that it refers to. Import and export
          takes it back, here or on another site.
        </Text>
        <ErrorAlert error={all.error} onRetry={all.refetch} />
        {!text && !all.error && <ListSkeleton rows={3} />}
        {text && (
          <>
            <div style={{ maxHeight: '50vh', overflowY: 'auto' }}>
              <CodeBlock code={text} what="the file" />
            </div>
            <Group justify="flex-end">
              <Button
                leftSection={<Icon name="download" size={16} />}
                onClick={() =>
                  saveFile(`${selector.replaceAll(/[^\w-]+/g, '-')}.json`, 'application/json', [
                    text,
                  ])
                }
              >
                Save file
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Dialog>
  );
}
