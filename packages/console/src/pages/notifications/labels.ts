// What the page of notifications calls events, types of channels, and states of messages.
import type { ChannelType, NotificationType } from '@attune/contract';
import type { Tone } from '../../ui/mark.tsx';
import type { Channel, Delivery } from './channel.ts';

/** In the order in which they are offered. */
export const eventLabels: Readonly<Record<NotificationType, string>> = {
  'campaign.published': 'A campaign is published',
  'campaign.paused': 'A campaign is paused',
  'campaign.approval_asked': 'Approval is asked for',
  'campaign.schedule_refused': 'A scheduled publication is refused',
  'campaign.guardrail_breached': 'A guardrail is breached',
  'campaign.verdict_reached': 'A test has a result',
  'campaign.sample_ratio_mismatch': 'A test has a sample ratio mismatch',
  'key.expiring': 'An API key is about to expire',
  'feed.pull_failed': 'A feed could not be fetched',
  'feed.columns_changed': 'The columns of a fetched feed changed',
  'events.backlog': 'Events wait too long to be processed',
  'export.failed': 'A nightly export failed',
  'channel.disabled': 'A notification channel was turned off',
};

const otherEvents: Readonly<Record<string, string>> = {
  'channel.test': 'Test',
  invitation: 'Invitation',
  test: 'Test',
};

/** What a message is about. */
export const sayEvent = (event: string): string =>
  eventLabels[event as NotificationType] ?? otherEvents[event] ?? event;

export const typeLabels: Readonly<Record<ChannelType, string>> = {
  webhook: 'Webhook',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  email: 'E-mail',
};

/** Where the address of a channel is to be found. */
export const urlHints: Readonly<Record<Exclude<ChannelType, 'email'>, string>> = {
  webhook: 'A public http or https address that takes POST requests.',
  slack: 'The URL of an incoming webhook of your Slack app.',
  teams: 'The URL of a Teams workflow that posts what a webhook receives.',
};

export const states: Readonly<Record<Delivery['state'], readonly [string, Tone]>> = {
  waiting: ['Waiting', 'neutral'],
  sent: ['Sent', 'good'],
  failed: ['Failed', 'bad'],
};

/** Is a channel told of what happens? */
export function statusOf({ isOn, isGone }: Channel): readonly [string, Tone] {
  if (isGone) return ['Receiver gone', 'bad'];
  return isOn ? ['On', 'good'] : ['Off', 'neutral'];
}
