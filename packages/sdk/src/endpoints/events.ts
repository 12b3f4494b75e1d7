// What pages request and report: choices, pageviews, events, engagements.
import { endpoint } from '../endpoint.ts';

/** Choose what a user sees. */
export const choose = endpoint<'choose'>('POST', '/v2/serve/user/choose');
/** Report a pageview. */
export const collectPageview = endpoint<'collectPageview'>('POST', '/v2/collect/user/pageview');
/** Report events of a user. */
export const collectEvents = endpoint<'collectEvents'>('POST', '/v2/collect/user/event');
/** Report clicks and impressions of what was chosen. */
export const collectEngagement = endpoint<'collectEngagement'>(
  'POST',
  '/v2/collect/user/engagement',
);
/** Report events of known people without a page, such as purchases in a store. */
export const collectPersonEvents = endpoint<'collectPersonEvents'>('POST', '/v2/userdata/events');
/** Report events and engagements as a page goes. */
export const collectBeacon = endpoint<'collectBeacon'>('POST', '/v2/collect/beacon');
