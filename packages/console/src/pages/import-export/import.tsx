// A file is looked at first: what it would change, in words; then it is applied, or not.
import type { consoleApi as stated } from '@attune/contract';
import { placeOf } from '@attune/core';
import {
  Alert,
  Button,
  Checkbox,
  FileButton,
  Group,
  List,
  Stack,
  Text,
  Title,
} from '@mantine/core';
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
  const [isPruning, setIsPruning] = useState(false);
  const looking = useChange(consoleApi.importExperiences);
  const applying = useChange(consoleApi.importExperiences, stale);
  const parsed = parseTyped(text);
  const set = (next: string) => {
    setText(next);
    looking.reset();
    applying.reset();
  };
  const send = (dryRun: 'true' | 'false', by: typeof looking) =>
    by.mutate({
      params: { site },
      query: { dryRun, prune: isPruning ? 'true' : 'false' },
      body: (parsed.fault ? {} : parsed.json) as Files,
    });
  return (
    <Section
      title="Import"
      about="Compare a file with this site, then apply all of it. If any part is invalid, nothing changes."
    >
      <Group>
        <FileButton
          accept=".json,application/json"
          onChange={async (file) => file && set(await file.text())}
        >
          {(props) => (
            <Button {...props} variant="default" leftSection={<Icon name="transfer" size={16} />}>
              Choose a file
            </Button>
          )}
        </FileButton>
      </Group>
      <JsonField label="Or paste the file’s content" value={text} isEmptyFine onChange={set} />
      <Checkbox
        label="Remove what is not in the file"
        description="For the kinds that the file lists. Campaigns are archived; the rest is deleted."
        checked={isPruning}
        onChange={(event) => {
          setIsPruning(event.currentTarget.checked);
          looking.reset();
        }}
      />
      <Group>
        <Button
          variant="default"
          disabled={parsed.fault !== undefined}
          loading={looking.isPending}
          onClick={() => send('true', looking)}
        >
          Compare with this site
        </Button>
      </Group>
      <ErrorAlert error={looking.error ?? applying.error} />
      {applying.data ? (
        <Alert icon={<Icon name="check" />} role="status" color="green">
          Applied: {saySummary(applying.data)}
        </Alert>
      ) : (
        looking.data && (
          <Looked
            summary={looking.data}
            files={parsed.fault ? {} : parsed.json}
            isBusy={applying.isPending}
            onApply={() => send('false', applying)}
          />
        )
      )}
    </Section>
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
    <Stack>
      <div role="status">
        <Title order={3} size="h5">
          {saySummary(summary)}
        </Title>
      </div>
      <ChangesShown changes={changes} />
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
      {changes.length > 0 ? (
        <Group>
          <Button loading={isBusy} onClick={onApply}>
            Apply changes
          </Button>
        </Group>
      ) : (
        <Text size="sm">This site already matches the file.</Text>
      )}
    </Stack>
  );
}
