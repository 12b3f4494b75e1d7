// Before a draft becomes live: what changes for visitors, and what is probably not meant.
import { Alert, Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer, useChange } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { Changes } from '../../../versioned/versions.tsx';
import { bodyIn } from '../campaign.ts';
import { campaignParams, stale } from '../query.ts';
import { campaignKind, type Form } from './form.ts';
import { sayPlace } from './places.ts';

export function Publish({ form, onClose }: { form: Form; onClose: () => void }) {
  const { name: site } = useSite();
  const { campaign } = form;
  const asked = campaignParams(site, campaign.id);
  const check = useAnswer(consoleApi.checkCampaign, asked, { isFresh: true });
  const publish = useChange(consoleApi.publishCampaign, stale);
  const { faults = [], warnings = [] } = check.data ?? {};
  const body = bodyIn(campaign);
  return (
    <Dialog title={`Publish ${body.name}?`} onClose={onClose}>
      <Stack>
        <Text size="sm">
          {campaign.status === 'live'
            ? 'Every node serves the draft within a second.'
            : `Programs that ask for ${body.selector} are served by it within a second.`}
        </Text>
        <div>
          <Title order={3} size="h5" mb={4}>
            What changes
          </Title>
          {campaign.publishedVersion === null ? (
            <Text size="sm">First publication: everything in it is new.</Text>
          ) : (
            <Changes
              kind={campaignKind}
              thing={campaign}
              from={campaign.publishedVersion}
              to={campaign.version}
            />
          )}
        </div>
        {check.isFetching && <ListSkeleton rows={1} />}
        <ErrorAlert error={check.error} onRetry={check.refetch} />
        <Findings
          title="It cannot be published like this"
          color="red"
          found={faults.map((one) => ({ ...one, place: sayPlace(one.pointer, body) }))}
        />
        <Findings
          title="Probably not meant"
          color="yellow"
          found={warnings.map((one) => ({ ...one, place: sayPlace(one.pointer, body) }))}
        />
        <ErrorAlert error={publish.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            loading={publish.isPending}
            disabled={faults.length > 0 || check.isFetching}
            onClick={() => publish.mutate(asked, { onSuccess: onClose })}
          >
            {warnings.length > 0 ? 'Publish anyway' : 'Publish'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface FindingsGiven {
  readonly title: string;
  readonly color: string;
  readonly found: readonly { place: string; pointer: string; detail: string }[];
}

function Findings({ title, color, found }: FindingsGiven) {
  if (found.length === 0) return null;
  return (
    <Alert color={color} title={title} icon={<Icon name="alert" />}>
      <List size="sm">
        {found.map(({ place, pointer, detail }) => (
          <List.Item key={pointer + detail} style={{ overflowWrap: 'anywhere' }}>
            {place && `${place}: `}
            {detail}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
