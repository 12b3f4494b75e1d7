// Recommendations, Affinity: how affinity is computed from events, and what a change would do.
import { Box } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import type { Settings } from '../site-settings/draft.ts';
import { useForm } from '../site-settings/form.ts';
import { SettingsFrame } from '../site-settings/frame.tsx';
import { Bins } from './bins.tsx';
import { HalfLife } from './half-life.tsx';
import { MutedForAll } from './muted.tsx';
import classes from './page.module.css';
import { AffinityProperties } from './properties.tsx';
import { Ranking } from './ranking.tsx';
import { VisitSettings } from './visit.tsx';
import { Weights } from './weights.tsx';
import { WhatIf } from './what-if/what-if.tsx';

export function AffinitySettings() {
  const site = useSite();
  const settings = useAnswer(consoleApi.readSettings, { params: { site: site.name } });
  return (
    <Page
      title="Affinity"
      about="How Attune learns what each visitor likes. Changes also apply to past activity, and you see their effect before you save."
    >
      {settings.error && <ErrorAlert error={settings.error} onRetry={settings.refetch} />}
      {settings.isPending && <ListSkeleton rows={8} />}
      {settings.data && <AffinityForm settings={settings.data} />}
    </Page>
  );
}

function AffinityForm({ settings }: { settings: Settings }) {
  const form = useForm(settings);
  const inUse = form.values.properties ?? settings.affinity.propertiesInUse;
  const columns = [...new Set([...inUse, ...settings.columns])];
  return (
    <div className={classes['beside']}>
      <Box className={classes['settings'] ?? ''}>
        <SettingsFrame form={form}>
          <AffinityProperties form={form} columns={settings.columns} />
          <Weights form={form} />
          <HalfLife form={form} properties={inUse} />
          <MutedForAll form={form} properties={inUse} />
          <VisitSettings form={form} />
          <Bins form={form} columns={columns} />
          <Ranking form={form} learned={settings.affinity.siteWeightsLearned} />
        </SettingsFrame>
      </Box>
      <Box className={classes['tried'] ?? ''}>
        <WhatIf form={form} />
      </Box>
    </div>
  );
}
