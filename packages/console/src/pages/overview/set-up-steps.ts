// What each step of setting up a site is called, why it is done, and the code that does it.
import { consoleApi, type EndpointRef } from '../../api/endpoints.ts';
import { curlOfChoose, curlOfEvent, curlOfKey } from '../../ui/curls.ts';
import { curlOfCampaign } from '../campaigns/campaign.ts';
import { curlOfItems } from '../feeds/feed.ts';
import type { Overview } from './query.ts';

export interface Step {
  readonly title: string;
  readonly about: string;
  /** The page that does it, below the site; shown to those who may. */
  readonly to: string;
  readonly action: string;
  readonly needs: Pick<EndpointRef, 'access' | 'codeEditing'>;
  readonly code: string;
}

type Steps = Readonly<Record<NonNullable<Overview['setUp']>[number]['step'], Step>>;

/** With a site's own address in its code. */
export const stepsOf = (origin: string, selector: string): Steps => ({
  key: {
    title: 'Create an API key',
    about: 'Your site and your servers call Attune with a key.',
    to: 'api-keys?new',
    action: 'Create key',
    needs: consoleApi.createKey,
    code: curlOfKey(origin),
  },
  feed: {
    title: 'Send your product feed',
    about: 'Recommendations and affinity profiles read your products from it.',
    to: 'feeds?new',
    action: 'Create feed',
    needs: consoleApi.createFeed,
    code: curlOfItems(origin, '<FEED_ID>'),
  },
  event: {
    title: 'Report the first event',
    about: 'Events of visitors become their affinity profiles and your results.',
    to: 'live',
    action: 'Watch events live',
    needs: consoleApi.readLive,
    code: curlOfEvent(origin),
  },
  campaign: {
    title: 'Publish the first campaign',
    about: 'A campaign returns content for a place on your site.',
    to: 'campaigns?new',
    action: 'Create campaign',
    needs: consoleApi.createCampaign,
    code: curlOfCampaign(origin),
  },
  result: {
    title: 'See the first result',
    about: 'Once a page shows the campaign, each new visitor is counted.',
    to: 'reports',
    action: 'View reports',
    needs: consoleApi.reportCampaign,
    code: curlOfChoose(origin, selector),
  },
});
