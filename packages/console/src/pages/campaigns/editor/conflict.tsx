// Somebody was faster: what he changed, what is changed here, and whose is to be kept.
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { Time } from '../../../ui/time.tsx';
import { campaignAsked } from '../asked.ts';
import { bodyIn, type Campaign } from '../campaign.ts';
import { differencesBetween } from './differences.ts';
import { DifferencesShown } from './differences-shown.tsx';
import { bodyOf } from './draft.ts';
import type { Form } from './form.ts';

export function Conflict({ form, onClose }: { form: Form; onClose: () => void }) {
  const { name: site } = useSite();
  const asked = { ...campaignAsked(site, form.campaign.id), query: {} };
  const now = useAnswer(consoleApi.readCampaign, asked);
  return (
    <Dialog title="Somebody saved this campaign after you began" onClose={onClose}>
      {now.error && <ErrorAlert error={now.error} onRetry={now.refetch} />}
      {!now.data && !now.error && <ListSkeleton rows={3} />}
      {now.data && <Both form={form} theirs={now.data} onClose={onClose} />}
    </Dialog>
  );
}

interface Given {
  readonly form: Form;
  readonly theirs: Campaign;
  readonly onClose: () => void;
}

function Both({ form, theirs, onClose }: Given) {
  const base = bodyOf(form.base).body;
  const { body: mine, faults } = bodyOf(form.draft);
  return (
    <Stack>
      <div>
        <Title order={3} size="h5">
          {theirs.updatedBy || 'Somebody'} changed
          {theirs.updatedAt !== null && (
            <>
              {' '}
              <Time at={theirs.updatedAt} />
            </>
          )}
        </Title>
        <DifferencesShown
          differences={differencesBetween(base, bodyIn(theirs))}
          none="Nothing that differs from what you began with."
        />
      </div>
      <div>
        <Title order={3} size="h5">
          You changed
        </Title>
        <DifferencesShown differences={differencesBetween(base, mine)} none="Nothing." />
      </div>
      <Text size="sm" c="dimmed">
        What was saved stays in the history, whichever you choose.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep editing
        </Button>
        <Button
          variant="default"
          onClick={() => {
            form.discard();
            onClose();
          }}
        >
          Take theirs
        </Button>
        <Button
          disabled={faults.length > 0}
          loading={form.isSaving}
          onClick={() => form.save({ over: theirs.version, onSaved: onClose })}
        >
          Save mine over it
        </Button>
      </Group>
    </Stack>
  );
}
