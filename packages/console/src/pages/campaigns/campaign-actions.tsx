// What is done with a whole campaign: clone, archive, restore, delete; each after a confirmation.
import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { isProblem, Problem } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FormFooter } from '../../ui/form-footer.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { bodyIn, type Campaign, selectorFor } from './campaign.ts';
import { campaignParams, stale } from './query.ts';

export type CampaignVerb = 'clone' | 'archive' | 'unarchive' | 'delete';

interface Given {
  readonly verb: CampaignVerb;
  readonly campaign: Campaign;
  readonly onClose: () => void;
  /** When it is there no more, or under another id. */
  readonly onGone?: () => void;
}

const asks = {
  archive: {
    title: (name: string) => `Archive ${name}?`,
    confirm: 'Archive campaign',
    isDangerous: false,
    about:
      'It stops serving, leaves the list, and frees its placement. History and reports stay. You can restore it as a draft.',
  },
  unarchive: {
    title: (name: string) => `Restore ${name} from the archive?`,
    confirm: 'Restore campaign',
    isDangerous: false,
    about: 'It becomes a draft, which serves no one until you publish it.',
  },
  delete: {
    title: (name: string) => `Delete ${name}?`,
    confirm: 'Delete campaign',
    isDangerous: true,
    about:
      'This cannot be undone. Its placement shows nothing from then on. To keep its history, archive it instead.',
  },
  deleteLive: {
    title: (name: string) => `${name} is live. Delete it anyway?`,
    confirm: 'Delete live campaign',
    isDangerous: true,
    about: 'Visitors see it now. Within a second they get the default of your site.',
  },
};

export function CampaignActions(given: Given) {
  return given.verb === 'clone' ? <Clone {...given} /> : <Asked {...given} verb={given.verb} />;
}

function Asked({
  verb,
  campaign,
  onClose,
  onGone,
}: Given & { verb: Exclude<CampaignVerb, 'clone'> }) {
  const { name: site } = useSite();
  const archive = useChange(consoleApi.archiveCampaign, stale);
  const unarchive = useChange(consoleApi.unarchiveCampaign, stale);
  const remove = useChange(consoleApi.deleteCampaign, stale);
  const change = { archive, unarchive, delete: remove }[verb];
  const [isAskedAgain, askAgain] = useState(false);
  const { title, confirm, isDangerous, about } = asks[isAskedAgain ? 'deleteLive' : verb];
  const onSuccess = () => {
    onClose();
    if (verb === 'delete') onGone?.();
  };
  const act = () => {
    const params = campaignParams(site, campaign.id);
    if (verb === 'archive') return archive.mutate(params, { onSuccess });
    if (verb === 'unarchive') return unarchive.mutate(params, { onSuccess });
    if (campaign.status === 'live' && !isAskedAgain) return askAgain(true);
    const query = isAskedAgain ? { confirm: 'live' as const } : {};
    remove.mutate({ ...params, query }, { onSuccess });
  };
  // It may have become live meanwhile.
  const isRefused = isProblem(remove.error, 'conflict') && !isAskedAgain;
  return (
    <ConfirmDialog
      key={String(isAskedAgain)}
      isOpen
      title={title(bodyIn(campaign).name)}
      confirm={confirm}
      isDangerous={isDangerous}
      isBusy={change.isPending}
      error={change.error}
      onConfirm={isRefused ? () => askAgain(true) : act}
      onClose={onClose}
    >
      <Text size="sm">{about}</Text>
    </ConfirmDialog>
  );
}

function Clone({ campaign, onClose }: Given) {
  const { name: site } = useSite();
  const [, setSearch] = useSearchParams();
  const before = bodyIn(campaign);
  const [name, setName] = useState(`${before.name.slice(0, 190)} (copy)`);
  const [selector, setSelector] = useState(selectorFor(`${before.selector.slice(0, 190)} copy`));
  const clone = useChange(consoleApi.cloneCampaign, stale);
  const faultOf = (field: string) =>
    clone.error instanceof Problem ? clone.error.faultOf(field) : undefined;
  const make = () =>
    clone.mutate(
      { ...campaignParams(site, campaign.id), body: { name, selector } },
      {
        onSuccess: ({ id }) => {
          onClose();
          setSearch({ id: String(id) });
        },
      },
    );
  return (
    <Dialog title={`Clone ${before.name}`} onClose={onClose} closeOnClickOutside={false}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          make();
        }}
      >
        <Stack>
          <Text size="sm">
            The clone is a new draft with its own placement and its own random split of users.
          </Text>
          <NameField
            required
            data-autofocus
            value={name}
            error={faultOf('name')}
            onChange={setName}
          />
          <TextInput
            label="Placement"
            required
            withAsterisk={false}
            maxLength={200}
            spellCheck={false}
            value={selector}
            error={faultOf('selector')}
            onChange={(event) => setSelector(event.currentTarget.value)}
          />
          <ErrorAlert error={clone.error} shownElsewhere={['name', 'selector']} />
          <FormFooter isBusy={clone.isPending} onCancel={onClose}>
            Clone campaign
          </FormFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
