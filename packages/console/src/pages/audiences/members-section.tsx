// The members of a list: how many, and a file that replaces them.
import { Alert, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Section } from '../../ui/section.tsx';
import type { Audience } from './audience.ts';
import { type Member, readMembers } from './members.ts';

/** So many people are sent at once, so that a large file shows how far it is. */
const partSize = 10_000;

const whole = new Intl.NumberFormat('en');

export function Members({ audience }: { audience: Audience }) {
  const mayChange = useMay(consoleApi.replaceAudienceMembers);
  const upload = useUpload(audience.id);
  const { progress, fault, error, done } = upload;
  return (
    <Section
      title="Members"
      about={`The list names ${whole.format(done ?? audience.members ?? 0)} people.`}
      actions={
        mayChange && (
          <FileButton
            accept=".csv,.ndjson,.jsonl,text/csv,application/x-ndjson"
            onChange={(file) => file && upload.begin(file)}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<Icon name="transfer" size={16} />}
                loading={progress !== undefined}
              >
                Replace by a file
              </Button>
            )}
          </FileButton>
        )
      }
    >
      {mayChange && (
        <Stack gap="xs">
          <Text size="sm">
            A CSV file with the header <code>cuid,cuidType</code> or <code>userId</code>, or NDJSON:
            one person a line.
          </Text>
          <CodeBlock code={'cuid,cuidType\nann-1,external'} what="the example" />
        </Stack>
      )}
      {progress !== undefined && (
        <Group gap="sm" wrap="nowrap">
          <Progress.Root style={{ flex: 1 }}>
            <Progress.Section value={progress * 100} aria-label="Uploaded" />
          </Progress.Root>
          <Text size="sm" role="status">
            {Math.round(progress * 100)} %
          </Text>
        </Group>
      )}
      {done !== undefined && (
        <Text size="sm" role="status">
          Uploaded: the list names {whole.format(done)} people now.
        </Text>
      )}
      {fault && (
        <Alert color="red" role="alert" icon={<Icon name="alert" />}>
          {fault} Nothing was changed.
        </Alert>
      )}
      <ErrorAlert error={error} />
    </Section>
  );
}

interface Uploading {
  readonly progress?: number;
  readonly fault?: string;
  readonly error?: unknown;
  readonly done?: number;
}

/** Sends a file part by part: the first replaces the list, the others add to it. */
function useUpload(id: number) {
  const { name: site } = useSite();
  const held = useQueryClient();
  const [state, setState] = useState<Uploading>({});
  const params = { site, id: String(id) };
  const send = (part: readonly Member[], isFirst: boolean) =>
    isFirst
      ? call(consoleApi.replaceAudienceMembers, { params, body: { members: [...part] } })
      : call(consoleApi.changeAudienceMembers, { params, body: { add: [...part] } });
  const begin = async (file: File) => {
    const read = readMembers(await file.text());
    if (read.fault !== undefined) return setState({ fault: read.fault });
    const { members } = read;
    try {
      let named = 0;
      for (let at = 0; at < members.length; at += partSize) {
        setState({ progress: at / members.length });
        named = (await send(members.slice(at, at + partSize), at === 0)).members;
      }
      setState({ done: named });
    } catch (error) {
      setState({ error });
    }
    await held.invalidateQueries({ queryKey: [consoleApi.listAudiences.path] });
    await held.invalidateQueries({ queryKey: [consoleApi.readAudience.path] });
  };
  return { ...state, begin };
}
