// What people read of an event: a sentence, and the page of the console that shows more.
import type { NotificationData, NotificationType } from '@attune/contract';
import { sayFirst } from '@attune/core';

/** Data of an event by its type; a test's is not among those that channels choose. */
interface Data extends Record<NotificationType, object> {
  'channel.test': { readonly channelName: string; readonly by: string };
}
type DataOf<T extends keyof Data> = T extends NotificationType ? NotificationData<T> : Data[T];

export interface Sentence {
  readonly text: string;
  /** Below the site's address in the console. */
  readonly path: string;
}

const sentences: { readonly [T in keyof Data]: (data: DataOf<T>) => Sentence } = {
  'campaign.published': ({ campaignId, campaignName, version, by }) => ({
    text: `${by} published the campaign “${campaignName}” (version ${version}).`,
    path: `campaigns?id=${campaignId}`,
  }),
  'campaign.paused': ({ campaignId, campaignName, by }) => ({
    text: `${by} paused the campaign “${campaignName}”.`,
    path: `campaigns?id=${campaignId}`,
  }),
  'campaign.approval_asked': ({ campaignId, campaignName, version, by, note }) => ({
    text:
      `${by} asks for approval of the campaign “${campaignName}” (version ${version})` +
      (note === '' ? '.' : `: ${note}`),
    path: `campaigns?id=${campaignId}&section=review`,
  }),
  'campaign.schedule_refused': ({ campaignId, campaignName, version, scheduledFor, cause }) => ({
    text:
      `The campaign “${campaignName}” (version ${version}) was not published on ` +
      `${minuteOf(scheduledFor)} as scheduled. ${cause}`,
    path: `campaigns?id=${campaignId}&section=review`,
  }),
  'campaign.guardrail_breached': ({ campaignId, campaignName, cause, ...traffic }) => ({
    text:
      `The campaign “${campaignName}” ${sayReturn(traffic)} since a guardrail was breached: ` +
      `${cause}.`,
    path: `campaigns?id=${campaignId}`,
  }),
  'campaign.verdict_reached': ({ campaignId, campaignName, sentence, recommendation }) => ({
    text: `“${campaignName}” has a result. ${sentence} ${recommendation}`,
    path: `reports?campaign=${campaignId}`,
  }),
  'campaign.sample_ratio_mismatch': ({ campaignId, campaignName, experienceName }) => ({
    text:
      `“${campaignName}”, experience “${experienceName}”: sample ratio mismatch. Do not use its ` +
      'results; look for what keeps users of one variation from being counted.',
    path: `reports?campaign=${campaignId}`,
  }),
  'key.expiring': ({ keyName, expiresAt }) => ({
    text: `The API key “${keyName}” expires on ${minuteOf(expiresAt)}. Rotate it before then.`,
    path: 'api-keys',
  }),
  'feed.columns_changed': ({ feedId, feedName, added, gone }) => ({
    text:
      `The file of the feed “${feedName}” has other columns than before: ` +
      `${[sayNames(added, 'new'), sayNames(gone, 'gone')].filter(Boolean).join('; ')}. ` +
      'Check its mapping.',
    path: `feeds?id=${feedId}&show=pull`,
  }),
  'feed.pull_failed': ({ feedId, feedName, reason }) => ({
    text: `The feed “${feedName}” could not be fetched: ${reason}`,
    path: `feeds?id=${feedId}`,
  }),
  'events.backlog': ({ waitingSeconds, waitingRows }) => ({
    text:
      `Events have waited for a worker for ${waitingSeconds} s; ${waitingRows} rows are in the ` +
      'inbox. Start another worker, or see the log of those that run.',
    path: 'status',
  }),
  'export.failed': ({ reason, retryAt }) => ({
    text: `The nightly export failed: ${reason}. It is tried again on ` + `${minuteOf(retryAt)}.`,
    path: 'status',
  }),
  'channel.disabled': ({ channelName }) => ({
    text:
      `The notification channel “${channelName}” was turned off: its receiver answered ` +
      '410 Gone.',
    path: 'notifications',
  }),
  'channel.test': ({ channelName, by }) => ({
    text: `This is a test of the notification channel “${channelName}”, sent by ${by}.`,
    path: 'notifications',
  }),
};

const sayReturn = ({
  trafficBefore,
  trafficAfter,
}: Record<'trafficBefore' | 'trafficAfter', number>) =>
  trafficAfter === 0
    ? 'was paused'
    : `went back from ${percent(trafficBefore)} to ${percent(trafficAfter)} of visitors`;

const percent = (share: number) => `${Number((share * 100).toFixed(2))} %`;

/** What people read of an event. */
export function sentenceOf({ type, data }: { type: string; data: unknown }): Sentence {
  const said = (sentences as Record<string, ((data: never) => Sentence) | undefined>)[type];
  // A node of the next release may have written what this one does not know.
  return said ? said(data as never) : { text: `Event ${type}.`, path: 'notifications' };
}

/** 2026-12-01 09:00 UTC. */
const minuteOf = (time: string) => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;

/** "new: color, size and 3 more"; '' for none. */
function sayNames(names: readonly string[], what: string): string {
  return names.length > 0 ? `${what}: ${sayFirst(names, 5)}` : '';
}
