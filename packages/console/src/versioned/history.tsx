// What became of a thing: every version and every act, who made it, what it changed, the way back.
import type { ConsoleEndpoint } from '@attune/contract';
import { Alert, Button, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { SentTo } from '../api/endpoints.ts';
import { useAnswer, useChange } from '../api/queries.ts';
import { useSite } from '../shell/site-context.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Icon } from '../ui/icons.tsx';
import { Mark, type Tone } from '../ui/mark.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import { Pager, usePages } from '../ui/pager.tsx';
import rows from '../ui/row-list.module.css';
import { sayMoment } from '../ui/say-time.ts';
import { VersionRow } from '../ui/version-row.tsx';
import { Warning } from '../ui/warning.tsx';
import { type Kind, paramsOf, type Versioned } from './kind.ts';
import { type HistoryEntry, timelineOf, type VersionListed } from './timeline.ts';
import type { VersionedForm } from './use-versioned.ts';
import { Changes } from './versions.tsx';

const size = 20;

interface VersionMark {
  readonly version: number | null;
  readonly tone: Tone;
  readonly word: string;
  /** It marks the publication of the version, not the draft. */
  readonly isOfPublication?: boolean;
}

/** What can be gone back to: "version 2", "the draft of 21 Nov 2026, 18:45:25". */
interface Earlier {
  readonly name: string;
  readonly version: number;
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
  const { name: site, timeZone } = useSite();
  const pages = usePages('');
  const [chosen, setChosen] = useState<Earlier>();
  const [restored, setRestored] = useState<string>();
  const query = { limit: String(size), ...(pages.cursor && { cursor: pages.cursor }) };
  const sent = { ...paramsOf(site, thing.id), query } as unknown as SentTo<ConsoleEndpoint>;
  const listed = useAnswer(kind.endpoints.versions, sent, { keepsPrevious: true });
  const data = listed.data as Listed | undefined;
  if (listed.error) return <ErrorAlert error={listed.error} onRetry={listed.refetch} />;
  if (!data) return <ListSkeleton />;
  const entries = timelineOf(data.items);
  const oldest = data.next === null ? data.items.at(-1)?.version : undefined;
  const row = (entry: HistoryEntry, at: number) => {
    const { version } = entry;
    const named = namesOf(entry, timeZone, kind.endpoints.publish !== undefined);
    const from = version === oldest ? undefined : versionBefore(entries, at);
    return (
      <VersionRow
        key={`${entry.action} ${entry.at} ${version}`}
        entry={entry}
        marks={marks
          .filter((one) => isOn(one, entry))
          .map(({ tone, word }) => (
            <Mark key={word} tone={tone} size="sm">
              {word}
            </Mark>
          ))}
        {...(named && {
          ...named,
          ...(from !== undefined && {
            changes: () => <Changes kind={kind} thing={thing} from={from} to={version} />,
          }),
          ...(version !== thing.version &&
            !form.isReadOnly && { onRestore: () => setChosen({ name: named.name, version }) }),
        })}
      />
    );
  };
  return (
    <Stack>
      {restored !== undefined && <NotLiveYet {...given} restored={restored} />}
      <Paper withBorder component="ol" className={rows['list']} aria-label="History">
        {entries.map(row)}
      </Paper>
      <Pager {...pages} next={data.next} shown={data.items.length} size={size} />
      {chosen && (
        <Restore
          {...{ kind, thing, form, chosen }}
          onRestored={(isLive) => setRestored(isLive ? undefined : chosen.name)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </Stack>
  );
}

/** Where versions are publications, drafts have no numbers: two kinds in a list are confused. */
function namesOf(entry: HistoryEntry, timeZone: string, hasDrafts: boolean) {
  const { isVersion, version, at } = entry;
  const number = entry.number ?? (isVersion && !hasDrafts ? version : undefined);
  if (number !== undefined) return { title: `Version ${number}`, name: `version ${number}` };
  if (!isVersion) return undefined;
  return { title: 'Draft', name: `the draft of ${sayMoment(new Date(at), timeZone)}` };
}

const isOn = ({ version, isOfPublication = false }: VersionMark, entry: HistoryEntry) =>
  version === entry.version && (isOfPublication ? entry.number !== undefined : entry.isVersion);

/** What an entry is compared with: the draft before it, or what was published before it. */
function versionBefore(entries: readonly HistoryEntry[], at: number): number | undefined {
  const { isVersion, version } = entries[at]!;
  if (isVersion) return version - 1;
  const earlier = entries.slice(at + 1).filter(({ number }) => number !== undefined);
  return earlier.find((one) => one.version < version)?.version;
}

interface NotLiveGiven<Thing extends Versioned, Body, Draft extends object>
  extends Pick<Given<Thing, Body, Draft>, 'kind' | 'thing'> {
  readonly restored: string;
}

/** Where versions are drafts: what was restored has to be published. */
function NotLiveYet<Thing extends Versioned, Body, Draft extends object>({
  kind: { noun, endpoints, stale },
  thing,
  restored,
}: NotLiveGiven<Thing, Body, Draft>) {
  const { name: site } = useSite();
  const publish = useChange(endpoints.publish ?? endpoints.restore, stale);
  if (endpoints.publish === undefined) return null;
  const asked = paramsOf(site, thing.id) as unknown as SentTo<ConsoleEndpoint>;
  if (publish.isSuccess) {
    return (
      <Alert color="teal" icon={<Icon name="check" />} role="status">
        Published. Visitors now get {restored}.
      </Alert>
    );
  }
  return (
    <Warning title="Not live yet" isSaid>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          The draft is what {restored} was. Visitors get it once you publish this {noun}.
        </Text>
        <ErrorAlert error={publish.error} />
        <Button size="xs" loading={publish.isPending} onClick={() => publish.mutate(asked)}>
          Publish
        </Button>
      </Stack>
    </Warning>
  );
}

interface RestoreGiven<Thing extends Versioned, Body, Draft extends object>
  extends Omit<Given<Thing, Body, Draft>, 'marks'> {
  readonly chosen: Earlier;
  /** Restored; is it in force? */
  readonly onRestored: (isLive: boolean) => void;
  readonly onClose: () => void;
}

function Restore<Thing extends Versioned, Body, Draft extends object>({
  kind,
  thing,
  form,
  chosen: { name, version },
  onRestored,
  onClose,
}: RestoreGiven<Thing, Body, Draft>) {
  const { name: site } = useSite();
  const { restore: endpoint, publish: publishing } = kind.endpoints;
  const restore = useChange(endpoint, kind.stale);
  const publish = useChange(publishing ?? endpoint, kind.stale);
  const of = paramsOf(site, thing.id);
  const sent = {
    ...{ ...of, body: { version } },
    headers: { 'if-match': `"${thing.version}"` },
  } as unknown as SentTo<ConsoleEndpoint>;
  const end = (isLive: boolean) => {
    onRestored(isLive);
    onClose();
  };
  const run = (isPublished: boolean) =>
    restore.mutate(sent, {
      onSuccess: () => {
        form.discard();
        if (!isPublished) return end(publishing === undefined);
        const published = of as unknown as SentTo<ConsoleEndpoint>;
        publish.mutate(published, { onSuccess: () => end(true) });
      },
    });
  // What was restored and not published is a draft now: the rest is a matter of publishing it.
  const isHalfDone = restore.isSuccess && publish.isError;
  return (
    <ConfirmDialog
      isOpen
      title={`Restore ${name}?`}
      {...(publishing && { other: { verb: kind.restore, onConfirm: () => run(false) } })}
      confirm={publishing ? 'Restore and publish' : kind.restore}
      isBusy={restore.isPending || publish.isPending}
      isForbidden={isHalfDone}
      error={restore.error ?? publish.error}
      onConfirm={() => run(publishing !== undefined)}
      onClose={isHalfDone ? () => end(false) : onClose}
    >
      <Text size="sm">
        {isHalfDone
          ? 'Restored as a draft, but not published. Visitors get what they got before.'
          : kind.sayRestored(name)}
        {!isHalfDone && form.isChanged && ' Your unsaved changes are discarded.'}
      </Text>
      <Changes kind={kind} thing={thing} from={thing.version} to={version} />
    </ConfirmDialog>
  );
}
