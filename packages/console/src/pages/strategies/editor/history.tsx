// What a strategy was: every version, who made it, what it changed, and the way back to it.
import type { StrategyInput } from '@attune/contract';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer, useChange } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DifferencesShown } from '../../../ui/differences-shown.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { usePages } from '../../../ui/pager.tsx';
import { VersionList, versionsShown } from '../../../ui/version-list.tsx';
import { differencesBetween } from '../differences.ts';
import { type Strategy, stale, strategyParams } from '../strategy.ts';
import type { Form } from './form.ts';

export function History({ form }: { form: Form }) {
  const { name: site } = useSite();
  const { strategy } = form;
  const pages = usePages('');
  const [restored, setRestored] = useState<number>();
  const listed = useAnswer(
    consoleApi.listStrategyVersions,
    {
      ...strategyParams(site, strategy.id),
      query: { limit: String(versionsShown), ...(pages.cursor && { cursor: pages.cursor }) },
    },
    { keepsPrevious: true },
  );
  const { data, error } = listed;
  if (error) return <ErrorAlert error={error} onRetry={listed.refetch} />;
  if (!data) return <ListSkeleton />;
  return (
    <Stack>
      <VersionList
        listed={data}
        pages={pages}
        now={strategy.version}
        mark="Served"
        changes={(version) => <Changes strategy={strategy} from={version - 1} to={version} />}
        onRestore={form.isReadOnly ? undefined : setRestored}
      />
      {restored !== undefined && (
        <Restore form={form} version={restored} onClose={() => setRestored(undefined)} />
      )}
    </Stack>
  );
}

interface ChangesGiven {
  readonly strategy: Strategy;
  readonly from: number;
  readonly to: number;
}

function Changes({ strategy, from, to }: ChangesGiven) {
  const before = useVersion(strategy, from);
  const after = useVersion(strategy, to);
  const error = before.error ?? after.error;
  if (error) return <ErrorAlert error={error} />;
  if (!before.body || !after.body) return <ListSkeleton rows={2} />;
  return (
    <DifferencesShown
      differences={differencesBetween(before.body, after.body)}
      none="Nothing: both are the same."
    />
  );
}

function useVersion(strategy: Strategy, version: number) {
  const { name: site } = useSite();
  const { params } = strategyParams(site, strategy.id);
  const isNow = version === strategy.version;
  const asked = useAnswer(
    consoleApi.readStrategyVersion,
    { params: { ...params, version: String(version) } },
    { isWanted: !isNow },
  );
  const read = asked.data?.body as StrategyInput | undefined;
  return { body: isNow ? strategy.strategy : read, error: asked.error };
}

interface RestoreGiven {
  readonly form: Form;
  readonly version: number;
  readonly onClose: () => void;
}

function Restore({ form, version, onClose }: RestoreGiven) {
  const { name: site } = useSite();
  const { strategy } = form;
  const restore = useChange(consoleApi.restoreStrategy, stale);
  const sent = {
    ...strategyParams(site, strategy.id),
    body: { version },
    headers: { 'if-match': `"${strategy.version}"` },
  };
  const onSuccess = () => {
    form.discard();
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Restore version ${version}?`}
      confirm="Restore"
      isBusy={restore.isPending}
      error={restore.error}
      onConfirm={() => restore.mutate(sent, { onSuccess })}
      onClose={onClose}
    >
      <Text size="sm">
        The strategy becomes what version {version} was, as a further version. Campaigns that
        recommend by it do so at once.
        {form.isChanged && ' What you changed and did not save is lost.'}
      </Text>
      <Changes strategy={strategy} from={strategy.version} to={version} />
    </ConfirmDialog>
  );
}
