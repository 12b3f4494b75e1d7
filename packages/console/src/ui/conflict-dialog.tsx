// Another teammate saved first: their changes, yours, and which to keep.
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Dialog } from './dialog.tsx';
import { type Difference, DifferencesShown } from './differences-shown.tsx';
import { ErrorAlert } from './error-alert.tsx';
import { ListSkeleton } from './page.tsx';
import { Time } from './time.tsx';

interface Given {
  /** "campaign" */
  readonly what: string;
  /** How asking for theirs went. */
  readonly asked: { readonly error: unknown; readonly refetch: () => unknown };
  /** Undefined: not answered yet. */
  readonly theirs:
    | {
        /** '': not known. */
        readonly by: string;
        readonly at: string | null;
        readonly differences: readonly Difference[];
      }
    | undefined;
  readonly mine: readonly Difference[];
  readonly maySave: boolean;
  readonly isSaving: boolean;
  readonly onTake: () => void;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

export function ConflictDialog(given: Given) {
  const { what, asked, theirs, onClose } = given;
  return (
    <Dialog title={`Another teammate changed this ${what}`} onClose={onClose}>
      {!!asked.error && <ErrorAlert error={asked.error} onRetry={asked.refetch} />}
      {!theirs && !asked.error && <ListSkeleton rows={3} />}
      {theirs && <Both {...given} theirs={theirs} />}
    </Dialog>
  );
}

function Both({ theirs, mine, ...given }: Given & { theirs: NonNullable<Given['theirs']> }) {
  const { maySave, isSaving, onTake, onSave, onClose } = given;
  return (
    <Stack>
      <div>
        <Title order={3} size="h5">
          {theirs.by || 'A teammate'} changed
          {theirs.at !== null && (
            <>
              {' '}
              <Time at={theirs.at} />
            </>
          )}
        </Title>
        <DifferencesShown
          differences={theirs.differences}
          none="No differences from the version you opened."
        />
      </div>
      <div>
        <Title order={3} size="h5">
          You changed
        </Title>
        <DifferencesShown differences={mine} none="Nothing." />
      </div>
      <Text size="sm" c="dimmed">
        Both versions stay in the history.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep editing
        </Button>
        <Button
          variant="default"
          onClick={() => {
            onTake();
            onClose();
          }}
        >
          Discard mine
        </Button>
        <Button disabled={!maySave} loading={isSaving} onClick={onSave}>
          Save mine
        </Button>
      </Group>
    </Stack>
  );
}
