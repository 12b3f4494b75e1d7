// Asks when the saved draft is to be published, on the clock of the site.
import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { Problem } from '../../../api/problem.ts';
import { useChange } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { FormFooter } from '../../../ui/form-footer.tsx';
import { bodyIn, type Campaign } from '../campaign.ts';
import { onClock } from '../editor/clock.ts';
import { campaignParams, stale } from '../query.ts';

interface Given {
  readonly campaign: Campaign;
  readonly onClose: () => void;
}

export function ScheduleDialog({ campaign, onClose }: Given) {
  const { name: site, timeZone } = useSite();
  const schedule = useChange(consoleApi.schedulePublication, stale);
  const [at, setAt] = useState(onClock(campaign.scheduledPublication?.at, timeZone));
  const { error } = schedule;
  return (
    <Dialog title={`Schedule the publication of ${bodyIn(campaign).name}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // In React it is within the form of the campaign, which would save the draft.
          event.stopPropagation();
          const sent = { ...campaignParams(site, campaign.id), body: { at } };
          schedule.mutate(sent, { onSuccess: onClose });
        }}
      >
        <Stack>
          <TextInput
            label="Publish on"
            description={`In the site's time zone, ${timeZone}.`}
            type="datetime-local"
            required
            withAsterisk={false}
            data-autofocus
            value={at}
            error={error instanceof Problem ? error.faultOf('at') : undefined}
            onChange={(event) => setAt(event.currentTarget.value)}
          />
          <ErrorAlert error={error} shownElsewhere={['at']} />
          <FormFooter isBusy={schedule.isPending} onCancel={onClose}>
            Schedule publication
          </FormFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
