// What a campaign was: every version, who made it, what it changed, and the way back to it.
import { Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Answer, consoleApi } from '../../../api/endpoints.ts';
import { useAnswer, useChange } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Mark } from '../../../ui/mark.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { Pager, usePages } from '../../../ui/pager.tsx';
import rows from '../../../ui/row-list.module.css';
import { Time } from '../../../ui/time.tsx';
import { VersionRow } from '../../../ui/version-row.tsx';
import { campaignParams, stale } from '../query.ts';
import { Changes } from './changes.tsx';
import type { Form } from './form.ts';

const size = 20;

type Version = Answer<'listCampaignVersions'>['items'][number];

export function History({ form }: { form: Form }) {
  const { name: site } = useSite();
  const pages = usePages('');
  const listed = useAnswer(
    consoleApi.listCampaignVersions,
    {
      ...campaignParams(site, form.campaign.id),
      query: { limit: String(size), ...(pages.cursor && { cursor: pages.cursor }) },
    },
    { keepsPrevious: true },
  );
  const { data, error } = listed;
  if (error) return <ErrorAlert error={error} onRetry={listed.refetch} />;
  if (!data) return <ListSkeleton />;
  return (
    <Stack>
      <Paper withBorder component="ol" className={rows['list']} aria-label="Versions">
        {data.items.map((version, at) => (
          <VersionShown
            key={version.version}
            form={form}
            version={version}
            isOldest={data.next === null && at === data.items.length - 1}
          />
        ))}
      </Paper>
      <Pager {...pages} next={data.next} shown={data.items.length} size={size} />
    </Stack>
  );
}

interface Given {
  readonly form: Form;
  readonly version: Version;
  readonly isOldest: boolean;
}

function VersionShown({ form, version, isOldest }: Given) {
  const { campaign, isReadOnly } = form;
  const [isRestoring, setIsRestoring] = useState(false);
  const { version: number, publications = [] } = version;
  const isDraft = number === campaign.version;
  return (
    <>
      <VersionRow
        version={version}
        marks={
          <>
            {isDraft && (
              <Mark tone="neutral" size="sm">
                Draft
              </Mark>
            )}
            {number === campaign.publishedVersion && campaign.status === 'live' && (
              <Mark tone="good" size="sm">
                Live
              </Mark>
            )}
          </>
        }
        more={publications.map((one) => (
          <span key={one.at}>
            ; published <Time at={one.at} />
            {one.by && ` by ${one.by}`}
          </span>
        ))}
        {...(!isOldest && {
          changes: () => <Changes campaign={campaign} from={number - 1} to={number} />,
        })}
        onRestore={isReadOnly || isDraft ? undefined : () => setIsRestoring(true)}
      />
      {isRestoring && (
        <Restore form={form} version={number} onClose={() => setIsRestoring(false)} />
      )}
    </>
  );
}

interface RestoreGiven {
  readonly form: Form;
  readonly version: number;
  readonly onClose: () => void;
}

function Restore({ form, version, onClose }: RestoreGiven) {
  const { name: site } = useSite();
  const { campaign } = form;
  const restore = useChange(consoleApi.restoreCampaign, stale);
  const sent = {
    ...campaignParams(site, campaign.id),
    body: { version },
    headers: { 'if-match': `"${campaign.version}"` },
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Restore version ${version}?`}
      confirm="Restore as the draft"
      isBusy={restore.isPending}
      error={restore.error}
      onConfirm={() =>
        restore.mutate(sent, {
          onSuccess: () => {
            form.discard();
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <Text size="sm">
        The draft becomes what version {version} was, as a further version. What is live stays live
        until you publish.
        {form.isChanged && ' What you changed and did not save is lost.'}
      </Text>
      <Changes campaign={campaign} from={campaign.version} to={version} />
    </ConfirmDialog>
  );
}
