// Many people at once, by a file: export and erasure, with what became of each.
import { readPeopleFile } from '@attune/core';
import { Alert, Button, FileButton, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useMay } from '../../shell/site-context.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FirstFew } from '../../ui/first-few.tsx';
import { Icon } from '../../ui/icons.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Section } from '../../ui/section.tsx';
import { useLeaveWarning } from '../../ui/unsaved.ts';
import { type LineFault, mostExported, type Outcome, useMany } from './use-many.ts';

const mostShown = 10;
const count = (people: number) =>
  people === 1 ? '1 person' : `${people.toLocaleString('en')} people`;

interface Chosen {
  readonly name: string;
  readonly text: string;
}

export function ManyUsers() {
  const mayErase = useMay(consoleApi.eraseUsers);
  const [file, setFile] = useState<Chosen>();
  const [cuidType, setType] = useState('external');
  const [isErasing, setErasing] = useState(false);
  const many = useMany();
  useLeaveWarning(many.isBusy);
  if (!mayErase) return null;
  const { people, faults } = readPeopleFile(file?.text ?? '', cuidType);
  const choose = async (chosen: File | null) => {
    if (!chosen) return;
    many.reset();
    setFile({ name: chosen.name, text: await chosen.text() });
  };
  return (
    <Section
      title="Export or erase many users"
      about="Upload a CSV file with the columns cuid and cuidType, one identifier per line, or NDJSON."
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Identifier type of lines without one"
          value={cuidType}
          onChange={(event) => setType(event.currentTarget.value)}
          disabled={many.isBusy}
          spellCheck={false}
        />
        <FileButton accept=".csv,.tsv,.txt,.ndjson,.jsonl" onChange={choose}>
          {(props) => (
            <Button {...props} variant="default" disabled={many.isBusy}>
              Choose a file
            </Button>
          )}
        </FileButton>
      </Group>
      {file && (
        <Stack gap="sm">
          <Text size="sm" role="status">
            {file.name} names {count(people.length)}.
          </Text>
          <Faults title="Invalid lines:" faults={faults} />
          {people.length > mostExported && (
            <Text size="sm">
              The console exports up to {mostExported.toLocaleString('en')} users. For more, run
              attune profile export --file.
            </Text>
          )}
          <Group gap="sm">
            <Button
              variant="default"
              leftSection={<Icon name="download" />}
              disabled={many.isBusy || people.length === 0 || people.length > mostExported}
              onClick={() => many.exportAll(people)}
            >
              Export users
            </Button>
            <Button
              variant="light"
              color="red"
              leftSection={<Icon name="trash" />}
              disabled={many.isBusy || people.length === 0}
              onClick={() => setErasing(true)}
            >
              Erase users
            </Button>
          </Group>
        </Stack>
      )}
      {many.share !== undefined && (
        <Group gap="sm" wrap="nowrap">
          <Progress.Root style={{ flex: 1 }}>
            <Progress.Section value={many.share * 100} aria-label="Done" />
          </Progress.Root>
          <Text size="sm" role="status">
            {Math.floor(many.share * 100)} %
          </Text>
        </Group>
      )}
      <ErrorAlert error={many.error} />
      {many.outcome && <Done outcome={many.outcome} />}
      {isErasing && (
        <Confirm
          people={people.length}
          onClose={() => setErasing(false)}
          onConfirm={() => {
            setErasing(false);
            void many.erase(people);
          }}
        />
      )}
    </Section>
  );
}

function Confirm({
  people,
  onConfirm,
  onClose,
}: {
  readonly people: number;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  return (
    <ConfirmDialog
      isOpen
      title={`Erase ${count(people)}?`}
      confirm="Erase for good"
      isDangerous
      isForbidden={typed.trim() !== String(people)}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Text size="sm">
        This cannot be undone. Their identifiers, devices, profiles and events are deleted,
        including events still being processed.
      </Text>
      <TextInput
        label={`Type the number of users to confirm: ${people}`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
      />
    </ConfirmDialog>
  );
}

function Done({ outcome }: { outcome: Outcome }) {
  const { what, done, notFound, rejected } = outcome;
  return (
    <Alert color="teal" role="status" icon={<Icon name="check" />} title={`${count(done)} ${what}`}>
      <Stack gap="xs">
        {notFound.length > 0 && (
          <Group gap="sm">
            <Text size="sm">{notFound.length.toLocaleString('en')} of them were not found.</Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() =>
                saveFile('lines-not-found.csv', 'text/csv', ['line\n', `${notFound.join('\n')}\n`])
              }
            >
              Download their line numbers
            </Button>
          </Group>
        )}
        <Faults title="Rejected lines:" faults={rejected} />
      </Stack>
    </Alert>
  );
}

function Faults({ title, faults }: { title: string; faults: readonly LineFault[] }) {
  if (faults.length === 0) return null;
  return (
    <FirstFew title={title} items={faults} most={mostShown} keyOf={({ line }) => line}>
      {({ line, detail }) => `Line ${line} ${detail}`}
    </FirstFew>
  );
}
