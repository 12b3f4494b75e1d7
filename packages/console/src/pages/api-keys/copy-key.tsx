// Copy: puts the exact value of a key on the clipboard.
import { Button, Text, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { copyFetched } from '../../ui/clipboard.ts';
import { CopyAnnouncement, useCopied } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icons.tsx';
import type { Key } from './key.ts';

export function CopyKey({ apiKey: key }: { apiKey: Key }) {
  const { name: site } = useSite();
  const mayChange = useMay(consoleApi.createKey);
  const { copied, run } = useCopied();
  const [error, setError] = useState<unknown>();
  if (!key.canCopy) return <NoCopy isSecret={key.source === 'Server-side' && !mayChange} />;
  const copy = () => {
    const value = call(consoleApi.copyKey, { params: { site, id: key.id } }).then(
      (answer) => answer.value,
    );
    setError(undefined);
    return run(
      copyFetched(value).catch((reason) => {
        setError(reason);
        throw reason;
      }),
    );
  };
  const isRefused = error !== undefined;
  const button = (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon name={isRefused ? 'alert' : copied ? 'check' : 'copy'} size={16} />}
      w={112}
      aria-label={`${copied ? 'Copied' : 'Copy'} the value of ${key.name}`}
      onClick={copy}
    >
      {isRefused ? 'Not copied' : copied ? 'Copied' : 'Copy'}
    </Button>
  );
  return (
    <>
      {isRefused ? (
        <Tooltip
          opened
          label={error instanceof Error ? error.message : 'Try again.'}
          multiline
          maw={280}
        >
          {button}
        </Tooltip>
      ) : (
        button
      )}
      <CopyAnnouncement copied={copied} what={`the value of ${key.name}`} />
    </>
  );
}

/** Why there is no button. */
function NoCopy({ isSecret }: { isSecret: boolean }) {
  return (
    <Text size="xs" c="dimmed" w={112} ta="center">
      {isSecret ? 'Secret' : 'Shown once'}
    </Text>
  );
}
