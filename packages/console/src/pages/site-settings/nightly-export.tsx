// Whether the site is exported every night, to where, and how the last export went.
import { Code, Stack, Switch, Text } from '@mantine/core';
import { type Answer, consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { Warning } from '../../ui/warning.tsx';
import { sayBytes } from '../status/labels.ts';
import type { Form } from './form.ts';

const everyMs = 5_000;

type Export = Answer<'readStatus'>['nightlyExport'];

export function NightlyExport({ form }: { form: Form }) {
  const site = useSite();
  const { data } = useAnswer(consoleApi.readStatus, { params: { site: site.name } }, { everyMs });
  const isOn = form.values.nightlyExport;
  const status = data?.nightlyExport;
  return (
    <Section
      title="Nightly export"
      anchor="nightly-export"
      about="Writes events, exposures, decisions, outcomes and profiles as files for a data warehouse."
    >
      {status?.target === null && <NoTarget />}
      {(status?.target || isOn) && (
        <Switch
          label="Export this site every night"
          description={
            status?.target ? <Target target={status.target} isNew={!status.last} /> : undefined
          }
          checked={isOn}
          onChange={(event) => form.set({ nightlyExport: event.currentTarget.checked })}
          disabled={form.isReadOnly}
          error={form.faultOf('nightlyExport')}
        />
      )}
      {status && <Progress status={status} />}
    </Section>
  );
}

function NoTarget() {
  return (
    <Text size="sm">
      Your operator has not set where exports go. To offer this, they set <Code>EXPORT_TO</Code> to
      a folder or to <Code>s3://bucket/prefix</Code> on every node, and restart Attune.
    </Text>
  );
}

function Target({ target, isNew }: { target: NonNullable<Export['target']>; isNew: boolean }) {
  const { place, format, hour } = target;
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {format === 'parquet' ? 'Parquet' : 'NDJSON'} files in {place}, from {hour}:00 UTC.
      {isNew && ' The first export begins within a minute.'}
    </span>
  );
}

function Progress({ status: { isOn, running, last, failure, nextAt } }: { status: Export }) {
  return (
    <Stack gap="xs">
      {running && (
        <Text size="sm">
          Exporting since <Time at={running.since} />
          {running.kind && `: ${running.kind}, ${running.rows.toLocaleString('en')} rows so far`}.
        </Text>
      )}
      {last && (
        <Text size="sm">
          Last export: <Time at={last.doneAt} />, {last.rows.toLocaleString('en')} rows (
          {sayBytes(last.bytes)}) in {last.files.toLocaleString('en')}{' '}
          {last.files === 1 ? 'file' : 'files'}. All days before {last.until} are exported.
        </Text>
      )}
      {isOn && nextAt && (
        <Text size="sm">
          Next export: <Time at={nextAt} />.
        </Text>
      )}
      {isOn && failure && (
        <Warning title="The last export failed">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {failure.reason}. <Time at={failure.at} />
          </Text>
        </Warning>
      )}
    </Stack>
  );
}
