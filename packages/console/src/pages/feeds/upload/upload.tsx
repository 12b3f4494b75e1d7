// A file into the feed: choosing it, or going on with one that was sent already.
import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../../api/endpoints.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { ForDevelopers } from '../../../ui/for-developers.tsx';
import { Section } from '../../../ui/section.tsx';
import { useDroppedFile } from '../dropped-file.ts';
import { commandOfPush, type Feed } from '../feed.ts';
import { usePlaces } from '../place.ts';
import { ChooseFile } from './choose-file.tsx';
import { UploadOpened } from './upload-opened.tsx';
import { UploadsLeft } from './uploads-left.tsx';
import { useSending } from './use-sending.ts';

export function Upload({ feed }: { feed: Feed }) {
  const [search] = useSearchParams();
  const id = search.get('upload');
  if (id !== null) return <UploadOpened key={id} feed={feed} id={id} />;
  return <Begin feed={feed} />;
}

function Begin({ feed }: { feed: Feed }) {
  const { name: site } = useSite();
  const { go } = usePlaces(feed.id);
  const held = useQueryClient();
  const maySend = useMay(consoleApi.startUpload);
  const sending = useSending(feed.id, async (upload) => {
    await held.invalidateQueries({ queryKey: [consoleApi.listUploads.path] });
    go({ part: 'upload', upload });
  });
  useDroppedFile((file) => {
    if (maySend && sending.share === undefined) sending.begin(file);
  });
  return (
    <Stack gap="lg">
      {maySend ? (
        <Section
          title="Upload a file"
          about="You see what the file would change before you publish it."
        >
          <ChooseFile sending={sending} />
        </Section>
      ) : (
        <Text size="sm">Only Editors and Admins can upload files.</Text>
      )}
      <UploadsLeft feedId={feed.id} />
      <ForDevelopers>
        <Text size="sm" mb="xs">
          Upload from the command line, on the server that runs Attune:
        </Text>
        <CodeBlock code={commandOfPush(site, feed.id)} />
      </ForDevelopers>
    </Stack>
  );
}
