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
          ? 'Keep it on your servers; anyone who has it can do what the key may.'
          : 'It is public by nature: anyone who opens your page can read it.'}
      </Text>
      <CodeBlock code={value} what="the value" isWhole />
      {isShownOnce && (
        <Alert color="yellow">
          Copy it now: no copy is kept, and it is never shown again. If it gets lost, rotate the
          key.
        </Alert>
      )}
      <Text size="sm">Ask the API what the key may do:</Text>
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
