// A campaign: its draft to edit, its history, and what is done with it as a whole.
import { Mark } from '../../../ui/mark.tsx';
import {
  LoadedVersioned,
  VersionedFields,
  VersionedPage,
} from '../../../versioned/versioned-page.tsx';
import { bodyIn, type Campaign, sayLive, toneOf, wordOf } from '../campaign.ts';
import { Actions } from './actions.tsx';
import { Basics } from './basics.tsx';
import { Checks } from './checks.tsx';
import { Experiences } from './experiences.tsx';
import { campaignKind, useForm } from './form.ts';
import { MetricsFields } from './metrics-fields.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { TrafficFields } from './traffic-fields.tsx';

export function Editor({ id }: { id: number }) {
  return (
    <LoadedVersioned kind={campaignKind} id={id}>
      {(campaign) => <Opened campaign={campaign} />}
    </LoadedVersioned>
  );
}

function Opened({ campaign }: { campaign: Campaign }) {
  const form = useForm(campaign);
  const { status, version, publishedVersion } = campaign;
  return (
    <VersionedPage
      kind={campaignKind}
      thing={campaign}
      form={form}
      title={bodyIn(campaign).name}
      about={
        <>
          <Mark tone={toneOf[status]}>{wordOf[status]}</Mark>
          <span>{sayLive(campaign)}</span>
        </>
      }
      actions={<Actions form={form} />}
      tab="Draft"
      marks={[
        { version, tone: 'neutral', word: 'Draft' },
        { version: status === 'live' ? publishedVersion : null, tone: 'good', word: 'Live' },
      ]}
    >
      <VersionedFields kind={campaignKind} form={form}>
        <Basics form={form} />
        <Experiences form={form} />
        <TrafficFields form={form} />
        <ScheduleFields form={form} />
        <MetricsFields form={form} />
        <Checks form={form} />
      </VersionedFields>
    </VersionedPage>
  );
}
