// The kinds of things that the audit log is about: what each is called, and where it is shown.
import { type AuditedKind, kindOfAction } from '@attune/contract';

interface Kind {
  /** In a sentence: "campaign"; '' where the action says it all. */
  readonly noun: string;
  /** In the filter. */
  readonly title: string;
  /** Where a thing is, below the site's address; absent: it has no place of its own. */
  readonly placeOf?: (id: string) => string;
}

export const kinds: Readonly<Record<AuditedKind, Kind>> = {
  campaign: {
    noun: 'campaign',
    title: 'Campaigns',
    placeOf: (id) => `campaigns?id=${id}`,
  },
  audience: {
    noun: 'audience',
    title: 'Audiences',
    placeOf: (id) => `audiences?id=${id}`,
  },
  strategy: {
    noun: 'strategy',
    title: 'Strategies',
    placeOf: (id) => `strategies?id=${id}`,
  },
  template: {
    noun: 'template',
    title: 'Templates',
    placeOf: (id) => `templates?id=${id}`,
  },
  metric: { noun: 'metric', title: 'Metrics', placeOf: () => 'metrics' },
  layer: { noun: 'layer', title: 'Layers', placeOf: () => 'layers' },
  holdout: { noun: 'holdout', title: 'Holdouts', placeOf: () => 'holdouts' },
  feed: { noun: 'feed', title: 'Feeds', placeOf: (id) => `feeds?id=${id}` },
  key: { noun: 'API key', title: 'API keys', placeOf: () => 'api-keys' },
  teammate: { noun: 'teammate', title: 'Teammates', placeOf: () => 'teammates' },
  site: { noun: '', title: 'Site settings', placeOf: () => 'site' },
  'identifier-type': { noun: 'identifier type', title: 'Identifier types', placeOf: () => 'site' },
  channel: {
    noun: 'notification channel',
    title: 'Notification channels',
    placeOf: (id) => `notifications?channel=${id}`,
  },
  user: { noun: '', title: 'Users: erased, exported, edited' },
  users: { noun: '', title: 'Users: imported' },
  model: { noun: 'model', title: 'Models' },
  weights: { noun: '', title: 'Dynamic weights' },
  affinity: { noun: '', title: 'Affinity totals' },
  retention: { noun: '', title: 'Retention' },
  identifiers: { noun: '', title: 'Identifiers' },
  demo: { noun: '', title: 'Demo' },
};

/** Where the thing of an entry is shown; undefined: nowhere, or it is gone. */
export function placeOfThing(entry: {
  readonly action: string;
  readonly subjectId: string | null;
  readonly isGone: boolean;
}): string | undefined {
  const kind = kindOfAction(entry.action);
  if (kind === undefined || entry.isGone || entry.subjectId === null) return undefined;
  return kinds[kind].placeOf?.(entry.subjectId);
}
