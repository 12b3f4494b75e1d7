// What a site's channels can be told of: every kind of event, and what its message says.
import Type, { type Static, type TObject } from 'typebox';

interface EventKind {
  /** When it happens. */
  readonly about: string;
  readonly data: TObject;
  /** Data of one, for the reference. */
  readonly example: object;
}

/** Keeps the literal types, and holds each example against its schema. */
const kind = <const D extends TObject>(definition: {
  readonly about: string;
  readonly data: D;
  readonly example: Static<D>;
}) => definition satisfies EventKind;

const campaign = {
  campaignId: Type.Integer(),
  campaignName: Type.String(),
};
const experience = {
  ...campaign,
  experienceId: Type.Integer(),
  experienceName: Type.String(),
};
const by = Type.String({ description: 'The teammate or the key that did it.' });
const everyone = { experienceId: 11, experienceName: 'Everyone' };
const summer = { campaignId: 3, campaignName: 'Summer sale' };

/** The kinds of events by their names on the wire. */
export const notificationEvents = {
  'campaign.published': kind({
    about: 'A draft goes live, whether for the first time or in place of what was live.',
    data: Type.Object({ ...campaign, version: Type.Integer(), by }),
    example: { ...summer, version: 4, by: 'ann@shop.example' },
  }),
  'campaign.paused': kind({
    about: 'A live campaign is no longer served.',
    data: Type.Object({ ...campaign, by }),
    example: { ...summer, by: 'ann@shop.example' },
  }),
  'campaign.approval_asked': kind({
    about: 'A draft waits for a teammate to approve it or to send it back.',
    data: Type.Object({ ...campaign, version: Type.Integer(), by, note: Type.String() }),
    example: { ...summer, version: 5, by: 'ann@shop.example', note: 'For the first of June.' },
  }),
  'campaign.schedule_refused': kind({
    about: 'A campaign was not published at its scheduled time.',
    data: Type.Object({
      ...campaign,
      version: Type.Integer(),
      scheduledFor: Type.String({ description: 'RFC 3339.' }),
      by: Type.String({ description: 'The teammate or the key that scheduled it.' }),
      cause: Type.String(),
    }),
    example: {
      ...{ ...summer, version: 5, scheduledFor: '2026-12-01T09:00:00.000Z' },
      by: 'ann@shop.example',
      cause:
        'The draft was changed after version 5 was scheduled: it is at version 6 now. ' +
        'Schedule it again.',
    },
  }),
  'campaign.guardrail_breached': kind({
    about: 'A campaign went back a step, or was paused, since a metric got worse.',
    data: Type.Object({
      ...campaign,
      cause: Type.String({ description: 'Which metric, of which variation, and by how much.' }),
      trafficBefore: Type.Number(),
      trafficAfter: Type.Number({ description: '0: it was paused.' }),
    }),
    example: {
      ...summer,
      cause: 'Purchases of "New" 48 % below the control (tolerated: 5 %)',
      ...{ trafficBefore: 0.25, trafficAfter: 0.05 },
    },
  }),
  'campaign.verdict_reached': kind({
    about:
      'A test has a result: a variation to ship, all worse than the baseline, or no difference.',
    data: Type.Object({
      ...experience,
      verdict: Type.Enum(['ship', 'revert', 'no-difference']),
      variationId: Type.Union([Type.Integer(), Type.Null()], { description: 'To ship.' }),
      sentence: Type.String(),
      recommendation: Type.String(),
    }),
    example: {
      ...{ ...summer, ...everyone, verdict: 'ship', variationId: 13 },
      sentence: 'Ship "Short": 3.1–12.4 % higher than "Long" in Purchases.',
      recommendation: 'Give "Short" to everyone.',
    },
  }),
  'campaign.sample_ratio_mismatch': kind({
    about: 'Variations of a test have other shares of users than planned, so it is broken.',
    data: Type.Object({ ...experience, pValue: Type.Number() }),
    example: { ...summer, ...everyone, pValue: 0.00002 },
  }),
  'key.expiring': kind({
    about: 'Seven days before a key expires, and again one day before.',
    data: Type.Object({
      keyId: Type.Integer(),
      keyName: Type.String(),
      expiresAt: Type.String({ description: 'RFC 3339.' }),
    }),
    example: { keyId: 7, keyName: 'Shop backend', expiresAt: '2026-12-01T09:00:00.000Z' },
  }),
  'feed.pull_failed': kind({
    about: 'The first of several scheduled fetches in a row that fail; the feed stays as it was.',
    data: Type.Object({
      feedId: Type.String(),
      feedName: Type.String(),
      reason: Type.String(),
    }),
    example: {
      feedId: '777',
      feedName: 'Products',
      reason: 'shop.example answered 500 instead of the file. The feed was not changed.',
    },
  }),
  'feed.columns_changed': kind({
    about: 'A fetched file has other columns than the one before; what it says was taken.',
    data: Type.Object({
      feedId: Type.String(),
      feedName: Type.String(),
      added: Type.Array(Type.String(), {
        description: 'Columns that the file did not have before.',
      }),
      gone: Type.Array(Type.String(), { description: 'Columns that it had.' }),
    }),
    example: { feedId: '777', feedName: 'Products', added: ['color'], gone: ['colour'] },
  }),
  'events.backlog': kind({
    about: 'Events have waited for a worker for over a minute, once until none does any more.',
    data: Type.Object({
      waitingSeconds: Type.Integer({ description: 'How long the oldest has waited at least.' }),
      waitingRows: Type.Integer({ description: 'Rows of the inbox, of all sites.' }),
    }),
    example: { waitingSeconds: 75, waitingRows: 1_200 },
  }),
  'export.failed': kind({
    about: 'The first of several nightly exports in a row that fail; it is tried again.',
    data: Type.Object({
      reason: Type.String(),
      retryAt: Type.String({ description: 'RFC 3339.' }),
    }),
    example: {
      reason: 's3.eu-central-1.amazonaws.com does not know the access key',
      retryAt: '2026-12-01T02:05:00.000Z',
    },
  }),
  'channel.disabled': kind({
    about: 'A receiver answered 410 Gone, so its channel is sent nothing more.',
    data: Type.Object({ channelId: Type.Integer(), channelName: Type.String() }),
    example: { channelId: 2, channelName: 'Warehouse' },
  }),
} as const;

export type NotificationType = keyof typeof notificationEvents;
export const notificationTypes = Object.keys(notificationEvents) as NotificationType[];

/** What a message of a kind says beside the kind and the time. */
export type NotificationData<T extends NotificationType> = Static<
  (typeof notificationEvents)[T]['data']
>;

/** Something that channels are told of. */
export type NotificationEvent = {
  [T in NotificationType]: { readonly type: T; readonly data: NotificationData<T> };
}[NotificationType];
