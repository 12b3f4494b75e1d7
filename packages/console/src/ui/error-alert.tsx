// An error, and what to do next.
import { Alert, Button, Group, List, Text } from '@mantine/core';
import { isPassing, Problem } from '../api/problem.ts';
import { CopyIcon } from './copy-button.tsx';
import { Icon } from './icons.tsx';

interface Shown {
  /** What was caught; null shows nothing. */
  readonly error: unknown;
  /** Absent: as the error is called. */
  readonly title?: string;
  /** Shown as a button. */
  readonly onRetry?: () => unknown;
  /** Fields that show their errors themselves: `['name']`. */
  readonly shownElsewhere?: readonly string[];
}

export function ErrorAlert({ error, title, onRetry, shownElsewhere = [] }: Shown) {
  if (!error) return null;
  const document = error instanceof Problem ? error.document : undefined;
  const isElsewhere = (pointer: string) => shownElsewhere.includes(pointer.split('/')[1] ?? '');
  const faults = document?.errors?.filter(({ pointer }) => !isElsewhere(pointer)) ?? [];
  return (
    <Alert
      color="red"
      role="alert"
      title={title ?? document?.title ?? 'Something went wrong in the console'}
      icon={<Icon name="alert" />}
    >
      <Text size="sm">
        {error instanceof Error ? error.message : String(error)}
        {onRetry && isPassing(error) && ' Retrying automatically.'}
      </Text>
      {faults.length > 0 && (
        <List size="sm" mt="xs">
          {faults.map(({ pointer, detail }) => (
            <List.Item key={pointer}>
              {pointer.slice(1).replaceAll('/', ' › ')}: {detail}
            </List.Item>
          ))}
        </List>
      )}
      <Group mt="xs" gap="xs">
        {onRetry && document?.code !== 'not_found' && (
          <Button size="compact-sm" variant="default" onClick={() => onRetry()}>
            Try again
          </Button>
        )}
        {document?.traceId && <TraceId id={document.traceId} />}
      </Group>
    </Alert>
  );
}

function TraceId({ id }: { id: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        Trace id {id}
      </Text>
      <CopyIcon text={id} what="the trace id" />
    </Group>
  );
}
