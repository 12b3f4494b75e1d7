// One change of many campaigns: pause, archive, add a label.
import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { consoleApi } from '../../api/endpoints.ts';
import { useSite } from '../../shell/site-context.ts';
import { BulkDialog } from '../../ui/table/bulk-dialog.tsx';
import { bodyIn, type Campaign } from './campaign.ts';
import { campaignParams, stale } from './query.ts';

export type ManyVerb = 'pause' | 'archive' | 'label';

export const manyVerbs: readonly { readonly verb: ManyVerb; readonly label: string }[] = [
  { verb: 'pause', label: 'Pause' },
  { verb: 'archive', label: 'Archive' },
  { verb: 'label', label: 'Add label' },
];

interface Given {
  readonly verb: ManyVerb;
  readonly rows: readonly Campaign[];
  readonly onClose: () => void;
}

const labelMax = 50;

export function ChangeMany({ verb, rows: selected, onClose }: Given) {
  const { name: site } = useSite();
  const [typed, setTyped] = useState('');
  const label = typed.trim();
  const rows = concerned(verb, selected, label);
  const many = sayCampaigns(rows.length);
  const { title, confirm, about } = texts[verb];
  const left = selected.length - rows.length;
  const run = (campaign: Campaign): Promise<unknown> => {
    const params = campaignParams(site, campaign.id);
    if (verb === 'pause') return call(consoleApi.pauseCampaign, params);
    if (verb === 'archive') return call(consoleApi.archiveCampaign, params);
    const body = bodyIn(campaign);
    const headers = { 'if-match': `"${campaign.version}"` };
    const labelled = { ...body, labels: [...(body.labels ?? []), label] };
    return call(consoleApi.replaceCampaign, { ...params, body: labelled, headers });
  };
  return (
    <BulkDialog
      title={`${title(many)}?`}
      confirm={confirm(many)}
      {...{ rows, run, stale, onClose }}
      nameOf={(campaign) => bodyIn(campaign).name}
      isForbidden={rows.length === 0 || (verb === 'label' && label === '')}
      onDone={onClose}
    >
      <Stack gap="xs">
        <Text size="sm">{about}</Text>
        {verb === 'label' && (
          <TextInput
            label="Label"
            value={typed}
            maxLength={labelMax}
            data-autofocus
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {left > 0 && (
          <Text size="sm" c="dimmed">
            {sayLeft(verb, left)}
          </Text>
        )}
      </Stack>
    </BulkDialog>
  );
}

/** Those of the selected campaigns that the change would change. */
function concerned(
  verb: ManyVerb,
  selected: readonly Campaign[],
  label: string,
): readonly Campaign[] {
  return selected.filter((campaign) => {
    if (verb === 'pause') return campaign.status === 'live';
    if (campaign.status === 'archived') return false;
    return verb === 'archive' || !bodyIn(campaign).labels?.includes(label);
  });
}

const sayCampaigns = (count: number) => `${count} ${count === 1 ? 'campaign' : 'campaigns'}`;

interface Texts {
  readonly title: (many: string) => string;
  readonly confirm: (many: string) => string;
  readonly about: string;
}

const texts: Readonly<Record<ManyVerb, Texts>> = {
  pause: {
    title: (many) => `Pause ${many}`,
    confirm: (many) => `Pause ${many}`,
    about: 'They stop serving within a second. Publish one again to resume it.',
  },
  archive: {
    title: (many) => `Archive ${many}`,
    confirm: (many) => `Archive ${many}`,
    about:
      'They stop serving, leave the list, and free their placements. History and reports stay. Restore one from the archive as a draft.',
  },
  label: {
    title: (many) => `Add a label to ${many}`,
    confirm: (many) => `Label ${many}`,
    about: 'The label is saved in each draft; live versions stay as they are until you publish.',
  },
};

function sayLeft(verb: ManyVerb, count: number): string {
  const are = `${count} of those selected ${count === 1 ? 'is' : 'are'}`;
  if (verb === 'pause') return `${are} not live and stay as they are.`;
  if (verb === 'archive') return `${are} archived already.`;
  return `${are} archived or labelled so already.`;
}
