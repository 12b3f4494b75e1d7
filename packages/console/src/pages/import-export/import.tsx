// A file is looked at first: what it would change, in words; then it is applied, or not.
import type { consoleApi as stated } from '@attune/contract';
import { placeOf } from '@attune/core';
import { Alert, Button, Checkbox, FileButton, Group, List, Text } from '@mantine/core';
import { useState } from 'react';
import { type Answer, consoleApi, type SentTo } from '../../api/endpoints.ts';
import { useChange } from '../../api/queries.ts';
import { parseTyped } from '../../json/fault.ts';
import { useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { JsonField } from '../../ui/json-field.tsx';
import { Section } from '../../ui/section.tsx';
import { Warning } from '../../ui/warning.tsx';
import { ChangesShown } from './changes-shown.tsx';
import { saySummary } from './summary.ts';
import { Task } from './task.tsx';

type Files = SentTo<typeof stated.importExperiences>['body'];
type Summary = Answer<'importExperiences'>;

const stale = [
  consoleApi.listCampaigns,
  consoleApi.readCampaign,
  consoleApi.listAudiences,
  consoleApi.readAudience,
  consoleApi.listLayers,
  consoleApi.listHoldouts,
  consoleApi.listMetrics,
  consoleApi.listStrategies,
  consoleApi.readStrategy,
  consoleApi.listAudit,
];

export function Import() {
  const { name: site } = useSite();
  const [text, setText] = useState('');
  const [fileName, setFileName] = useState<string>();
  const [isPruning, setIsPruning] = useState(false);
  const comparing = useChange(consoleApi.importExperiences);
  const applying = useChange(consoleApi.importExperiences, stale);
  const parsed = parseTyped(text);
  const put = (next: string, from: string | undefined) => {
    setText(next);
    setFileName(from);
    comparing.reset();
    applying.reset();
  };
  const send = (dryRun: 'true' | 'false', by: typeof comparing) =>
    by.mutate({
      params: { site },
      query: { dryRun, prune: isPruning ? 'true' : 'false' },
      body: (parsed.fault ? {} : parsed.json) as Files,
    });
  const last = applying.data ?? comparing.data;
  const result = applying.data ? (
    <Alert
      icon={<Icon name="check" />}
      color="green"
      title={`Applied: ${saySummary(applying.data, true)}`}
    />
  ) : comparing.data ? (
    <Looked
      summary={comparing.data}
      files={parsed.fault ? {} : parsed.json}
      isBusy={applying.isPending}
      onApply={() => send('false', applying)}
    />
  ) : undefined;
  return (
    <Task
      title="What to import"
      about="All of a file is applied, or nothing."
      waiting={`Choose a file and compare: the changes on ${site} stand here before you apply them.`}
      result={result}
      said={last && saySummary(last, last === applying.data)}
    >
      <FileChoice name={fileName} onChoose={put} />
      <JsonField
        label="Or paste the file’s content"
        value={text}
        isEmptyFine
        onChange={(next) => put(next, undefined)}
      />
      <Checkbox
        label="Remove what is not in the file"
        description="For the kinds that the file lists. Campaigns are archived; the rest is deleted."
        checked={isPruning}
        onChange={(event) => {
          setIsPruning(event.currentTarget.checked);
          comparing.reset();
        }}
      />
      <Group>
        <Button
          variant={result ? 'default' : 'filled'}
          disabled={parsed.fault !== undefined}
          loading={comparing.isPending}
          onClick={() => {
            applying.reset();
            send('true', comparing);
          }}
        >
          Compare with {site}
        </Button>
      </Group>
      <ErrorAlert error={comparing.error ?? applying.error} />
    </Task>
  );
}

interface FileGiven {
  /** undefined: none is chosen. */
  readonly name: string | undefined;
  readonly onChoose: (text: string, name: string) => void;
}

function FileChoice({ name, onChoose }: FileGiven) {
  return (
    <Group gap="xs">
      <FileButton
        accept=".json,application/json"
        onChange={async (file) => file && onChoose(await file.text(), file.name)}
      >
        {(props) => (
          <Button {...props} variant="default" leftSection={<Icon name="upload" size={16} />}>
            {name === undefined ? 'Choose a file' : 'Choose another file'}
          </Button>
        )}
      </FileButton>
      {name !== undefined && (
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
      )}
    </Group>
  );
}

interface LookedGiven {
  readonly summary: Summary;
  /** What was looked at. */
  readonly files: unknown;
  readonly isBusy: boolean;
  readonly onApply: () => void;
}

function Looked({ summary, files, isBusy, onApply }: LookedGiven) {
  const { changes, warnings = [] } = summary;
  return (
    <Section
      title={saySummary(summary, false)}
      {...(changes.length === 0 && { about: 'This site already matches the file.' })}
      actions={
        changes.length > 0 && (
          <Button loading={isBusy} onClick={onApply}>
            Apply changes
          </Button>
        )
      }
    >
      {warnings.length > 0 && (
        <Warning title="Check before you publish">
          <List size="sm">
            {warnings.map(({ pointer, detail }) => (
              <List.Item key={pointer + detail}>
                {placeOf(files, pointer)}: {detail}
              </List.Item>
            ))}
          </List>
        </Warning>
      )}
      {changes.length > 0 && <ChangesShown changes={changes} />}
    </Section>
  );
}
