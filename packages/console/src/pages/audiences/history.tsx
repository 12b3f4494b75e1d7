// What an audience was: every version, who made it, what it changed, and the way back to it.
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer, useChange } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Difference, DifferencesShown } from '../../ui/differences-shown.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import { usePages } from '../../ui/pager.tsx';
import { VersionList, versionsShown } from '../../ui/version-list.tsx';
import { type Audience, stale } from './audience.ts';

export function History({ audience }: { audience: Audience }) {
  const { name: site } = useSite();
  const mayRestore = useMay(consoleApi.restoreAudience);
  const pages = usePages('');
  const [restored, setRestored] = useState<number>();
  const listed = useAnswer(
    consoleApi.listAudienceVersions,
    {
      params: { site, id: String(audience.id) },
      query: { limit: String(versionsShown), ...(pages.cursor && { cursor: pages.cursor }) },
    },
    { keepsPrevious: true },
  );
  const { data, error } = listed;
  if (error) return <ErrorAlert error={error} onRetry={listed.refetch} />;
  if (!data) return <ListSkeleton rows={2} />;
  return (
    <Stack>
      <VersionList
        listed={data}
        pages={pages}
        now={audience.version}
        mark="In use"
        changes={(version) => <Changes audience={audience} from={version - 1} to={version} />}
        onRestore={mayRestore ? setRestored : undefined}
      />
      {restored !== undefined && (
        <Restore audience={audience} version={restored} onClose={() => setRestored(undefined)} />
      )}
    </Stack>
  );
}

interface ChangesGiven {
  readonly audience: Audience;
  readonly from: number;
  readonly to: number;
}

function Changes({ audience, from, to }: ChangesGiven) {
  const before = useVersion(audience, from);
  const after = useVersion(audience, to);
  const error = before.error ?? after.error;
  if (error) return <ErrorAlert error={error} />;
  if (!before.body || !after.body) return <ListSkeleton rows={2} />;
  return (
    <DifferencesShown
      differences={differencesBetween(before.body, after.body)}
      none="Nothing: both are the same. Members of a list are not part of its versions."
    />
  );
}

type Body = Audience['audience'];

function useVersion({ id, version: now, audience }: Audience, version: number) {
  const { name: site } = useSite();
  const asked = useAnswer(
    consoleApi.readAudienceVersion,
    { params: { site, id: String(id), version: String(version) } },
    { isWanted: version !== now },
  );
  const read = asked.data?.body as Body | undefined;
  return { body: version === now ? audience : read, error: asked.error };
}

const parts = [
  ['name', 'Name'],
  ['notes', 'Notes'],
  ['condition', 'Whom it means'],
] as const;

/** A condition is shown as a whole: what differs within it is marked line by line. */
function differencesBetween(before: Body, after: Body): Difference[] {
  return parts.flatMap(([part, at]): Difference[] => {
    const [was, is] = [say(before[part]), say(after[part])];
    return was === is ? [] : [{ at, change: 'changed', before: was, after: is }];
  });
}

function say(value: unknown): string {
  if (value === undefined || value === '') return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

interface RestoreGiven {
  readonly audience: Audience;
  readonly version: number;
  readonly onClose: () => void;
}

function Restore({ audience, version, onClose }: RestoreGiven) {
  const { name: site } = useSite();
  const restore = useChange(consoleApi.restoreAudience, stale);
  const sent = {
    params: { site, id: String(audience.id) },
    body: { version },
    headers: { 'if-match': `"${audience.version}"` },
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Restore version ${version}?`}
      confirm="Restore"
      isBusy={restore.isPending}
      error={restore.error}
      onConfirm={() => restore.mutate(sent, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">
        The audience becomes what version {version} was, as a further version. Campaigns that refer
        to it go by it at once. What you changed and did not save is lost.
      </Text>
      <Changes audience={audience} from={audience.version} to={version} />
    </ConfirmDialog>
  );
}
