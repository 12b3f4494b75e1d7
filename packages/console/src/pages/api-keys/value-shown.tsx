// The value of a key that was just made, in plain text.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { firstCall, type Key } from './key.ts';

interface Given {
  readonly apiKey: Key;
  readonly value: string;
  readonly isShownOnce: boolean;
  readonly onClose: () => void;
}

export function ValueShown({ apiKey: key, value, isShownOnce, onClose }: Given) {
  return (
    <Stack>
      <Text size="sm">
        {key.source === 'Server-side'
          ? 'Keep this value secret and use it only on your servers.'
          : 'This value is public: anyone who opens your pages can read it.'}
      </Text>
      <CodeBlock code={value} what="the value" isWhole />
      {isShownOnce && (
        <Alert color="yellow">
          Copy it now. It is not stored and not shown again. If you lose it, rotate the key.
        </Alert>
      )}
      <Text size="sm">Test the key with this call:</Text>
      <CodeBlock code={firstCall(value)} />
      <Group justify="flex-end">
        <CopyButton text={value} what="the value" variant="filled" data-autofocus />
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
