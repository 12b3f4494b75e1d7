// Every page of a site: a line here puts it into navigation, addresses and command palette.
import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { consoleApi, type EndpointRef } from './api/endpoints.ts';
import { question } from './api/queries.ts';
import { keysQuery } from './pages/api-keys/query.ts';
import type { IconName } from './ui/icons.tsx';

export interface SitePage {
  /** Shows the page, once it is loaded. */
  readonly Content: LazyExoticComponent<ComponentType>;
  /** In the address, after the site: `api-keys`. */
  readonly path: string;
  readonly title: string;
  /** The group of the navigation that it is in; '' stands above all groups. */
  readonly section:
    | ''
    | 'Experiences'
    | 'Results'
    | 'Recommendations'
    | 'People'
    | 'Observe'
    | 'Settings';
  readonly icon: IconName;
  /** A teammate who may not call this endpoint does not see the page. */
  readonly needs: EndpointRef;
  /** Loads what the page shows, when it is opened. */
  readonly load: () => Promise<{ default: ComponentType }>;
  /** Asks what the page will ask first, before its code is there. */
  readonly ask?: (held: QueryClient, site: string) => Promise<void>;
  /** What can be begun from anywhere; `search` says which to the page. */
  readonly actions?: readonly PageAction[];
}

export interface PageAction {
  readonly title: string;
  readonly search: string;
  readonly needs: Pick<EndpointRef, 'access' | 'codeEditing'>;
}

/** In the order of the navigation; the first is the landing page of a site. */
const stated: readonly Omit<SitePage, 'Content'>[] = [
  {
    path: 'overview',
    title: 'Overview',
    section: '',
    icon: 'overview',
    needs: consoleApi.readOverview,
    load: async () => ({ default: (await import('./pages/overview/page.tsx')).Overview }),
    ask: (held, site) =>
      held.prefetchQuery(question(consoleApi.readOverview, { params: { site } })),
  },
  {
    path: 'campaigns',
    title: 'Campaigns',
    section: 'Experiences',
    icon: 'campaign',
    needs: consoleApi.listCampaigns,
    load: async () => ({ default: (await import('./pages/campaigns/page.tsx')).Campaigns }),
    actions: [{ title: 'New campaign', search: '?new', needs: consoleApi.createCampaign }],
  },
  {
    path: 'approvals',
    title: 'Approvals',
    section: 'Experiences',
    icon: 'check',
    needs: consoleApi.listApprovals,
    load: async () => ({ default: (await import('./pages/approvals/page.tsx')).Approvals }),
  },
  {
    path: 'audiences',
    title: 'Audiences',
    section: 'Experiences',
    icon: 'audience',
    needs: consoleApi.listAudiences,
    load: async () => ({ default: (await import('./pages/audiences/page.tsx')).Audiences }),
    actions: [{ title: 'New audience', search: '?new', needs: consoleApi.createAudience }],
  },
  {
    path: 'templates',
    title: 'Templates',
    section: 'Experiences',
    icon: 'picture',
    needs: consoleApi.listTemplates,
    load: async () => ({ default: (await import('./pages/templates/page.tsx')).Templates }),
    actions: [{ title: 'New template', search: '?new', needs: consoleApi.createTemplate }],
  },
  {
    path: 'layers',
    title: 'Layers',
    section: 'Experiences',
    icon: 'layers',
    needs: consoleApi.listLayers,
    load: async () => ({ default: (await import('./pages/layers/page.tsx')).Layers }),
    actions: [{ title: 'New layer', search: '?new', needs: consoleApi.createLayer }],
  },
  {
    path: 'holdouts',
    title: 'Holdouts',
    section: 'Experiences',
    icon: 'holdout',
    needs: consoleApi.listHoldouts,
    load: async () => ({ default: (await import('./pages/holdouts/page.tsx')).Holdouts }),
    actions: [{ title: 'New holdout', search: '?new', needs: consoleApi.createHoldout }],
  },
  {
    path: 'reports',
    title: 'Reports',
    section: 'Results',
    icon: 'report',
    needs: consoleApi.reportCampaign,
    load: async () => ({ default: (await import('./pages/reports/page.tsx')).Reports }),
  },
  {
    path: 'recommendations',
    title: 'Recommended sales',
    section: 'Results',
    icon: 'report',
    needs: consoleApi.reportRecommendations,
    load: async () => ({
      default: (await import('./pages/recommendations/page.tsx')).Recommendations,
    }),
  },
  {
    path: 'journal',
    title: 'Journal',
    section: 'Results',
    icon: 'audit',
    needs: consoleApi.listJournal,
    load: async () => ({ default: (await import('./pages/journal/page.tsx')).Journal }),
  },
  {
    path: 'metrics',
    title: 'Metrics',
    section: 'Results',
    icon: 'metric',
    needs: consoleApi.listMetrics,
    load: async () => ({ default: (await import('./pages/metrics/page.tsx')).Metrics }),
    actions: [{ title: 'New metric', search: '?new', needs: consoleApi.createMetric }],
  },
  {
    path: 'feeds',
    title: 'Feeds',
    section: 'Recommendations',
    icon: 'feed',
    needs: consoleApi.listFeeds,
    load: async () => ({ default: (await import('./pages/feeds/page.tsx')).Feeds }),
    actions: [{ title: 'New feed', search: '?new', needs: consoleApi.createFeed }],
  },
  {
    path: 'strategies',
    title: 'Strategies',
    section: 'Recommendations',
    icon: 'strategy',
    needs: consoleApi.listStrategies,
    load: async () => ({ default: (await import('./pages/strategies/page.tsx')).Strategies }),
    actions: [{ title: 'New strategy', search: '?new', needs: consoleApi.createStrategy }],
  },
  {
    path: 'affinity',
    title: 'Affinity',
    section: 'Recommendations',
    icon: 'affinity',
    needs: consoleApi.readSettings,
    load: async () => ({ default: (await import('./pages/affinity/page.tsx')).AffinitySettings }),
  },
  {
    path: 'users',
    title: 'Users',
    section: 'People',
    icon: 'user',
    needs: consoleApi.readUser,
    load: async () => ({ default: (await import('./pages/users/page.tsx')).Users }),
  },
  {
    path: 'why',
    title: 'Why did they see this?',
    section: 'People',
    icon: 'why',
    needs: consoleApi.whyDecision,
    load: async () => ({ default: (await import('./pages/why/page.tsx')).Why }),
  },
  {
    path: 'live',
    title: 'Live',
    section: 'Observe',
    icon: 'live',
    needs: consoleApi.readLive,
    load: async () => ({ default: (await import('./pages/live/page.tsx')).Live }),
  },
  {
    path: 'ingestion-warnings',
    title: 'Ingestion warnings',
    section: 'Observe',
    icon: 'alert',
    needs: consoleApi.listIngestionWarnings,
    load: async () => ({
      default: (await import('./pages/ingestion-warnings/page.tsx')).IngestionWarnings,
    }),
  },
  {
    path: 'status',
    title: 'Status',
    section: 'Observe',
    icon: 'status',
    needs: consoleApi.readStatus,
    load: async () => ({ default: (await import('./pages/status/page.tsx')).Status }),
  },
  {
    path: 'audit',
    title: 'Audit log',
    section: 'Observe',
    icon: 'audit',
    needs: consoleApi.listAudit,
    load: async () => ({ default: (await import('./pages/audit/page.tsx')).AuditLog }),
  },
  {
    path: 'api-keys',
    title: 'API Keys',
    section: 'Settings',
    icon: 'key',
    needs: consoleApi.listKeys,
    load: async () => ({ default: (await import('./pages/api-keys/page.tsx')).ApiKeys }),
    ask: (held, site) => held.prefetchQuery(question(consoleApi.listKeys, keysQuery(site))),
    actions: [{ title: 'New Key', search: '?new', needs: consoleApi.createKey }],
  },
  {
    path: 'teammates',
    title: 'Teammates',
    section: 'Settings',
    icon: 'teammates',
    needs: consoleApi.listTeammates,
    load: async () => ({ default: (await import('./pages/teammates/page.tsx')).Teammates }),
    actions: [{ title: 'Invite a teammate', search: '?invite', needs: consoleApi.invite }],
  },
  {
    path: 'notifications',
    title: 'Notifications',
    section: 'Settings',
    icon: 'bell',
    needs: consoleApi.listChannels,
    load: async () => ({
      default: (await import('./pages/notifications/page.tsx')).Notifications,
    }),
    actions: [{ title: 'New channel', search: '?new', needs: consoleApi.createChannel }],
  },
  {
    path: 'site',
    title: 'Site',
    section: 'Settings',
    icon: 'site',
    needs: consoleApi.readSettings,
    load: async () => ({ default: (await import('./pages/site-settings/page.tsx')).SiteSettings }),
  },
  {
    path: 'import-export',
    title: 'Import and export',
    section: 'Settings',
    icon: 'transfer',
    needs: consoleApi.exportExperiences,
    load: async () => ({ default: (await import('./pages/import-export/page.tsx')).ImportExport }),
  },
];

export const sitePages: readonly SitePage[] = stated.map((page) => ({
  ...page,
  Content: lazy(page.load),
}));

/** Pages that belong to no site. */
export const SignIn = lazy(async () => ({
  default: (await import('./pages/sign-in/page.tsx')).SignIn,
}));
export const ProviderReturn = lazy(async () => ({
  default: (await import('./pages/provider-return/page.tsx')).ProviderReturn,
}));
export const PasswordReset = lazy(async () => ({
  default: (await import('./pages/password-reset/page.tsx')).PasswordReset,
}));

export const Invitation = lazy(async () => ({
  default: (await import('./pages/invitation/page.tsx')).Invitation,
}));
export const Account = lazy(async () => ({
  default: (await import('./pages/account/page.tsx')).Account,
}));
