// Settings, Site: its region and features, what is stored of people, and what developers need.
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { WithSideIndex } from '../../ui/side-index.tsx';
import type { Settings } from './draft.ts';
import { useForm } from './form.ts';
import { SettingsFrame } from './frame.tsx';
import { IdentifierTypes } from './identifier-types.tsx';
import { InternalTraffic } from './internal-traffic.tsx';
import { NightlyExport } from './nightly-export.tsx';
import { People } from './people.tsx';
import { Place } from './place.tsx';
import { Publishing } from './publishing.tsx';
import { Retention } from './retention.tsx';
import { SigningKeys } from './signing-keys.tsx';
import { WhatIsOn } from './what-is-on.tsx';

export function SiteSettings() {
  const site = useSite();
  const settings = useAnswer(consoleApi.readSettings, { params: { site: site.name } });
  return (
    <Page title="Site">
      {settings.error && <ErrorAlert error={settings.error} onRetry={settings.refetch} />}
      {settings.isPending && <ListSkeleton rows={8} />}
      {settings.data && <SettingsForm settings={settings.data} />}
    </Page>
  );
}

function SettingsForm({ settings }: { settings: Settings }) {
  const form = useForm(settings);
  return (
    <WithSideIndex>
      <SettingsFrame form={form}>
        <Place form={form} />
        <WhatIsOn form={form} />
        <Publishing form={form} />
        <People form={form} />
        <Retention form={form} />
        <NightlyExport form={form} />
        <InternalTraffic form={form} />
        <IdentifierTypes />
        <SigningKeys />
      </SettingsFrame>
    </WithSideIndex>
  );
}
