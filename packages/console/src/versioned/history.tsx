// What became of a thing: every version and every act, who made it, what it changed, the way back.
import type { ConsoleEndpoint } from '@attune/contract';
import { Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { SentTo } from '../api/endpoints.ts';
import { useAnswer, useChange } from '../api/queries.ts';
import { useSite } from '../shell/site-context.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Mark, type Tone } from '../ui/mark.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import { Pager, usePages } from '../ui/pager.tsx';
import rows from '../ui/row-list.module.css';
import { VersionRow } from '../ui/version-row.tsx';
import { type Kind, paramsOf, type Versioned } from './kind.ts';
import { type HistoryEntry, timelineOf, type VersionListed } from './timeline.ts';
import type { VersionedForm } from './use-versioned.ts';
import { Changes } from './versions.tsx';

const size = 20;

interface VersionMark {
  readonly version: number | null;
  readonly tone: Tone;
  readonly word: string;
}

interface Given<Thing extends Versioned, Body, Draft extends object> {
  readonly kind: Kind<Thing, Body, Draft>;
  readonly thing: Thing;
  readonly form: VersionedForm<Draft>;
  /** What versions are now: "Live". */
  readonly marks: readonly VersionMark[];
}

interface Listed {
  readonly items: readonly VersionListed[];
  readonly next: string | null;
}

export function History<Thing extends Versioned, Body, Draft extends object>(
  given: Given<Thing, Body, Draft>,
) {
  const { kind, thing, form, marks } = given;
  const { name: site } = useSite();
  const pages = usePages('');
  const [restored, setRestored] = useState<number>();
  const query = { limit: String(size), ...(pages.cursor && { cursor: pages.cursor }) };
  const sent = { ...paramsOf(site, thing.id), query } as unknown as SentTo<ConsoleEndpoint>;
  const listed = useAnswer(kind.endpoints.versions, sent, { keepsPrevious: true });
  const data = listed.data as Listed | undefined;
  if (listed.error) return <ErrorAlert error={listed.error} onRetry={listed.refetch} />;
  if (!data) return <ListSkeleton />;
  const oldest = data.next === null ? data.items.at(-1)?.version : undefined;
  const row = (entry: HistoryEntry) => {
    const { version, isVersion } = entry;
    return (
      <VersionRow
        key={`${entry.action} ${entry.at} ${version}`}
        entry={entry}
        marks={
          isVersion &&
          marks
            .filter((one) => one.version === version)
            .map(({ tone, word }) => (
              <Mark key={word} tone={tone} size="sm">
                {word}
              </Mark>
            ))
        }
        {...(isVersion &&
          version !== oldest && {
            changes: () => <Changes kind={kind} thing={thing} from={version - 1} to={version} />,
          })}
        {...(isVersion &&
          version !== thing.version &&
          !form.isReadOnly && { onRestore: () => setRestored(version) })}
      />
    );
  };
  return (
    <Stack>
      <Paper withBorder component="ol" className={rows['list']} aria-label="History">
        {timelineOf(data.items).map(row)}
      </Paper>
      <Pager {...pages} next={data.next} shown={data.items.length} size={size} />
      {restored !== undefined && (
        <Restore {...given} version={restored} onClose={() => setRestored(undefined)} />
      )}
    </Stack>
  );
}

interface RestoreGiven<Thing extends Versioned, Body, Draft extends object>
  extends Omit<Given<Thing, Body, Draft>, 'marks'> {
  readonly version: number;
  readonly onClose: () => void;
}

function Restore<Thing extends Versioned, Body, Draft extends object>({
  kind,
  thing,
  form,
  version,
  onClose,
}: RestoreGiven<Thing, Body, Draft>) {
  const { name: site } = useSite();
  const restore = useChange(kind.endpoints.restore, kind.stale);
  const sent = {
    ...paramsOf(site, thing.id),
    body: { version },
    headers: { 'if-match': `"${thing.version}"` },
  } as unknown as SentTo<ConsoleEndpoint>;
  const onSuccess = () => {
    form.discard();
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Restore version ${version}?`}
      confirm={kind.restore}
      isBusy={restore.isPending}
      error={restore.error}
      onConfirm={() => restore.mutate(sent, { onSuccess })}
      onClose={onClose}
    >
      <Text size="sm">
        {kind.sayRestored(version)}
        {form.isChanged && ' Your unsaved changes are discarded.'}
      </Text>
      <Changes kind={kind} thing={thing} from={thing.version} to={version} />
    </ConfirmDialog>
  );
}
