// What is done with a campaign as a whole: reviewed, paused, previewed, and what is rarer.
import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { consoleApi } from '../../../api/endpoints.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Opening } from '../../../ui/opening.tsx';
import { CampaignActions, type CampaignVerb } from '../campaign-actions.tsx';
import { CopyItem } from '../copy-item.tsx';
import type { Form } from './form.ts';

const Preview = lazy(async () => ({ default: (await import('./preview.tsx')).Preview }));
const Pause = lazy(async () => ({ default: (await import('./pause.tsx')).Pause }));
const Export = lazy(async () => ({ default: (await import('./export.tsx')).Export }));
const EndFromCampaign = lazy(async () => ({
  default: (await import('../ending/end-from-campaign.tsx')).EndFromCampaign,
}));
const Restart = lazy(async () => ({ default: (await import('./restart.tsx')).Restart }));

type Verb = CampaignVerb | 'pause' | 'preview' | 'restart' | 'export' | 'end' | 'back';

interface Given {
  readonly form: Form;
  /** Shows what will be published; absent: it is shown. */
  readonly onReview: (() => void) | undefined;
}

export function Actions({ form, onReview }: Given) {
  const [verb, setVerb] = useState<Verb>();
  const mayChange = useMay(consoleApi.publishCampaign);
  const { campaign } = form;
  const isArchived = campaign.status === 'archived';
  // What is published is what was saved: unsaved changes are saved first.
  const review = () =>
    form.isChanged && onReview ? form.save({ onSaved: onReview }) : onReview?.();
  return (
    <Group gap="xs">
      <Button variant="default" px="sm" onClick={() => setVerb('preview')}>
        Preview
      </Button>
      {mayChange && campaign.status === 'live' && (
        <Button variant="default" px="sm" onClick={() => setVerb('pause')}>
          Pause
        </Button>
      )}
      {mayChange && !isArchived && onReview && (
        <Button px="sm" onClick={review} loading={form.isSaving}>
          {form.isChanged ? 'Save and review' : 'Review and publish'}
        </Button>
      )}
      {mayChange && <More form={form} onChosen={setVerb} />}
      <Doing form={form} verb={verb} onClose={() => setVerb(undefined)} />
    </Group>
  );
}

interface MoreGiven {
  readonly form: Form;
  readonly onChosen: (verb: Verb) => void;
}

function More({ form: { campaign }, onChosen }: MoreGiven) {
  const isArchived = campaign.status === 'archived';
  const isPublished = !isArchived && campaign.publishedVersion !== null;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="More actions">
          <Icon name="menu" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="copy" size={16} />} onClick={() => onChosen('clone')}>
          Clone
        </Menu.Item>
        <CopyItem campaign={campaign} />
        {!isArchived && (
          <Menu.Item
            leftSection={<Icon name="download" size={16} />}
            onClick={() => onChosen('export')}
          >
            Export as a file
          </Menu.Item>
        )}
        {isPublished && (
          <>
            <Menu.Item
              leftSection={<Icon name="check" size={16} />}
              onClick={() => onChosen('end')}
            >
              End test…
            </Menu.Item>
            <Menu.Item
              leftSection={<Icon name="back" size={16} />}
              onClick={() => onChosen('back')}
            >
              Back to control
            </Menu.Item>
          </>
        )}
        {!isArchived && (
          <Menu.Item
            leftSection={<Icon name="rotate" size={16} />}
            onClick={() => onChosen('restart')}
          >
            Restart
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<Icon name="archive" size={16} />}
          onClick={() => onChosen(isArchived ? 'unarchive' : 'archive')}
        >
          {isArchived ? 'Restore from archive' : 'Archive'}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="trash" size={16} />} onClick={() => onChosen('delete')}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface DoingGiven {
  readonly form: Form;
  readonly verb: Verb | undefined;
  readonly onClose: () => void;
}

function Doing({ form, verb, onClose }: DoingGiven) {
  const { name: site } = useSite();
  const [, go] = useLocation();
  if (verb === undefined) return null;
  switch (verb) {
    case 'preview':
      return (
        <Suspense fallback={<Opening />}>
          <Preview form={form} onClose={onClose} />
        </Suspense>
      );
    case 'pause':
      return (
        <Suspense fallback={<Opening />}>
          <Pause campaign={form.campaign} onClose={onClose} />
        </Suspense>
      );
    case 'export':
      return (
        <Suspense fallback={<Opening />}>
          <Export campaign={form.campaign} onClose={onClose} />
        </Suspense>
      );
    case 'end':
    case 'back':
      return (
        <Suspense fallback={<Opening />}>
          <EndFromCampaign id={form.campaign.id} isBack={verb === 'back'} onClose={onClose} />
        </Suspense>
      );
    case 'restart':
      return (
        <Suspense fallback={<Opening />}>
          <Restart form={form} onClose={onClose} />
        </Suspense>
      );
    default:
      return (
        <CampaignActions
          verb={verb}
          campaign={form.campaign}
          onClose={onClose}
          onGone={() => go(`/${site}/campaigns`)}
        />
      );
  }
}
