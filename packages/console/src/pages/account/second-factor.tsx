// The second factor: set up with an authenticator, backup codes shown once, taken away again.
import { Badge, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { type Answer, consoleApi } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { useRefreshSession } from '../../session/refresh.ts';
import { useSession } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { onSubmit } from '../../ui/form.ts';
import { Authenticator } from './authenticator.tsx';

export function SecondFactor() {
  const { hasSecondFactor } = useSession().teammate;
  const [isAsking, setIsAsking] = useState(false);
  const [begun, setBegun] = useState<Answer<'beginSecondFactor'>>();
  const refresh = useRefreshSession();
  const end = () => {
    setBegun(undefined);
    setIsAsking(false);
  };
  if (begun) {
    return <Authenticator begun={begun} onDone={() => refresh().then(end)} onCancel={end} />;
  }
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Badge variant="default">{hasSecondFactor ? 'On' : 'Off'}</Badge>
      </Group>
      {!isAsking && (
        <Group>
          <Button variant="default" onClick={() => setIsAsking(true)}>
            {hasSecondFactor ? 'Turn off' : 'Set up'}
          </Button>
        </Group>
      )}
      {isAsking && hasSecondFactor && <Remove onDone={() => refresh().then(end)} onCancel={end} />}
      {isAsking && !hasSecondFactor && <Begin onBegun={setBegun} onCancel={end} />}
    </Stack>
  );
}

interface BeginProps {
  readonly onBegun: (begun: Answer<'beginSecondFactor'>) => void;
  readonly onCancel: () => void;
}

function Begin({ onBegun, onCancel }: BeginProps) {
  const begin = useChange(consoleApi.beginSecondFactor);
  return (
    <PasswordAsked
      verb="Continue"
      isBusy={begin.isPending}
      error={begin.error}
      onPassword={(password) => begin.mutate({ body: { password } }, { onSuccess: onBegun })}
      onCancel={onCancel}
    />
  );
}

function Remove({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const remove = useChange(consoleApi.removeSecondFactor);
  return (
    <PasswordAsked
      verb="Turn off"
      isBusy={remove.isPending}
      error={remove.error}
      onPassword={(password) => remove.mutate({ body: { password } }, { onSuccess: onDone })}
      onCancel={onCancel}
    />
  );
}

interface PasswordAskedProps {
  readonly verb: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onPassword: (password: string) => void;
  readonly onCancel: () => void;
}

function PasswordAsked({ verb, isBusy, error, onPassword, onCancel }: PasswordAskedProps) {
  return (
    <form onSubmit={onSubmit((field) => onPassword(field('password')))}>
      <Stack gap="sm" maw={400}>
        <PasswordInput
          name="password"
          label="Your password"
          description="Enter it to confirm that it is you."
          autoComplete="current-password"
          required
          withAsterisk={false}
          autoFocus
        />
        <ErrorAlert error={error} />
        <Group>
          <Button type="submit" loading={isBusy}>
            {verb}
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
