// The publication of a campaign that is to come, or that was refused, and what can be done with it.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { useChange } from '../../../api/queries.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Opening } from '../../../ui/opening.tsx';
import type { Campaign } from '../campaign.ts';
import { campaignParams, stale } from '../query.ts';

const ScheduleDialog = lazy(async () => ({
  default: (await import('./schedule-dialog.tsx')).ScheduleDialog,
}));

export function Scheduled({ campaign }: { campaign: Campaign }) {
  const { scheduledPublication } = campaign;
  if (!scheduledPublication) return null;
  const { at, by, refused } = scheduledPublication;
  if (refused !== null) {
    return (
      <Alert
        color="red"
        icon={<Icon name="alert" />}
        title="Not published as scheduled"
        role="status"
      >
        <Stack gap="xs" align="flex-start">
          <Text size="sm">
            {refused} It was scheduled for <Moment at={at} /> by {by}.
          </Text>
          <Cancel campaign={campaign} verb="Dismiss" />
        </Stack>
      </Alert>
    );
  }
  return (
    <Alert color="blue" icon={<Icon name="clock" />} title="Publication scheduled" role="status">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          The draft is published on <Moment at={at} />, scheduled by {by}. If you change it before
          then, schedule it again.
        </Text>
        <Group gap="xs">
          <Schedule campaign={campaign} verb="Change time" />
          <Cancel campaign={campaign} verb="Cancel publication" />
        </Group>
      </Stack>
    </Alert>
  );
}

interface ScheduleGiven {
  readonly campaign: Campaign;
  readonly verb: 'Schedule…' | 'Change time';
  readonly isReady?: boolean;
}

/** Opens the dialog that asks for the time. */
export function Schedule({ campaign, verb, isReady = true }: ScheduleGiven) {
  const may = useMay(consoleApi.schedulePublication);
  const [isOpen, setIsOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button
        variant="default"
        size={verb === 'Schedule…' ? 'md' : 'compact-sm'}
        disabled={!isReady}
        onClick={() => setIsOpen(true)}
      >
        {verb}
      </Button>
      {isOpen && (
        <Suspense fallback={<Opening />}>
          <ScheduleDialog campaign={campaign} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function Cancel({ campaign, verb }: { campaign: Campaign; verb: string }) {
  const { name: site } = useSite();
  const may = useMay(consoleApi.unschedulePublication);
  const cancel = useChange(consoleApi.unschedulePublication, stale);
  if (!may) return null;
  return (
    <>
      <ErrorAlert error={cancel.error} />
      <Button
        size="compact-sm"
        variant="default"
        loading={cancel.isPending}
        onClick={() => cancel.mutate(campaignParams(site, campaign.id))}
      >
        {verb}
      </Button>
    </>
  );
}
