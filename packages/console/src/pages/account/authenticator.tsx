// What an authenticator needs, shown once, and its first code, which puts it in force.
import { Anchor, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { type Answer, consoleApi } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { onSubmit } from '../../ui/form.ts';
import { QrCode } from '../../ui/qr-code.tsx';

interface Given {
  readonly begun: Answer<'beginSecondFactor'>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

export function Authenticator({ begun: { uri, secret, backupCodes }, onDone, onCancel }: Given) {
  const confirm = useChange(consoleApi.confirmSecondFactor);
  return (
    <form
      onSubmit={onSubmit((field) =>
        confirm.mutate({ body: { code: field('code') } }, { onSuccess: onDone }),
      )}
    >
      <Stack gap="md">
        <Text size="sm">
          1. Scan this with an authenticator app, or{' '}
          <Anchor href={uri} underline="always">
            open it on this device
          </Anchor>
          .
        </Text>
        <Group align="flex-start" gap="lg">
          <QrCode
            label="QR code for your authenticator app; the secret is also shown as text"
            text={uri}
          />
          <Stack gap="xs" style={{ flex: '1 1 14rem', minWidth: 0 }}>
            <Text size="sm">Or enter the secret:</Text>
            <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
            </Code>
            <Group>
              <CopyButton text={secret} what="the secret" size="compact-sm" />
            </Group>
          </Stack>
        </Group>
        <Text size="sm">
          2. Store these backup codes somewhere other than your phone. Each works once, and they are
          not shown again.
        </Text>
        <CodeBlock code={backupCodes.join('\n')} what="the backup codes" />
        <TextInput
          name="code"
          maw={320}
          label="3. Enter the code that the app shows"
          inputMode="numeric"
          pattern="[0-9]{6}"
          title="Six digits"
          autoComplete="one-time-code"
          required
          withAsterisk={false}
        />
        <ErrorAlert error={confirm.error} />
        <Group>
          <Button type="submit" loading={confirm.isPending}>
            Turn on
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
