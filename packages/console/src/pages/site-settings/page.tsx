// Settings, Site: what the site is, what is on, and how affinity is reckoned.
import { Alert, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { readable, showFault } from '../../ui/form.ts';
import { Icon } from '../../ui/icons.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import { AffinityProperties } from './affinity-properties.tsx';
import { DecisionLog } from './decision-log.tsx';
import type { Settings } from './draft.ts';
import { useForm } from './form.ts';
import { HalfLife } from './half-life.tsx';
import { IdentifierTypes } from './identifier-types.tsx';
import { People } from './people.tsx';
import { Place } from './place.tsx';
import { SaveBar } from './save-bar.tsx';
import { Weights } from './weights.tsx';
import { WhatIsOn } from './what-is-on.tsx';

export function SiteSettings() {
  const site = useSite();
  const settings = useAnswer(consoleApi.readSettings, { params: { site: site.name } });
  return (
    <Page title="Site" about={`What ${site.name} is, what is on, and how affinity is reckoned.`}>
      {settings.error && <ErrorAlert error={settings.error} onRetry={settings.refetch} />}
      {settings.isPending && <ListSkeleton rows={8} />}
      {settings.data && <SettingsForm settings={settings.data} />}
    </Page>
  );
}

function SettingsForm({ settings }: { settings: Settings }) {
  const form = useForm(settings);
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (form.error) showFault(place.current);
  }, [form.error]);
  return (
    <form
      ref={place}
      // What can be read and not changed is to be read well.
      style={form.isReadOnly ? readable : undefined}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <Stack gap="lg">
        {form.isReadOnly && (
          <Alert icon={<Icon name="lock" />} variant="light" color="gray">
            You can read these settings. An Admin of the site can change them.
          </Alert>
        )}
        <WhatIsOn form={form} />
        <Place form={form} />
        <People form={form} />
        <DecisionLog form={form} />
        <AffinityProperties form={form} columns={settings.columns} />
        <Weights form={form} />
        <HalfLife form={form} />
        <IdentifierTypes />
        {!form.isReadOnly && <SaveBar form={form} />}
      </Stack>
    </form>
  );
}
