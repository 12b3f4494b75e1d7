// The secret by which a webhook's messages are signed, shown once.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

export function TheSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Stack>
      <Text size="sm">
        Give it to the receiver, which proves by it that messages come from Attune.
      </Text>
      <CodeBlock code={secret} what="the secret" isWhole />
      <Alert color="yellow">The secret is not shown again. If it gets lost, rotate it.</Alert>
      <Group justify="flex-end">
        <CopyButton text={secret} what="the secret" variant="filled" data-autofocus />
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
