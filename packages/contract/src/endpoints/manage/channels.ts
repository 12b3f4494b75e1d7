// Channels: where a site's notifications go, and what became of each message.
import Type, { type Static } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { named } from '../../named.ts';
import { type NotificationType, notificationTypes } from '../../notifications.ts';
import { shared as managed, name } from './versioned.ts';

const shared = { ...managed, tag: 'Notifications', access: 'Admin' } as const;

export const channelTypes = ['webhook', 'slack', 'teams', 'email'] as const;
export type ChannelType = (typeof channelTypes)[number];

const Time = Type.String({ description: 'RFC 3339.' });
const MaybeTime = Type.Union([Time, Type.Null()]);

const ChannelParams = Type.Object({
  channel: Type.String({ pattern: '^[0-9]{1,9}$', description: 'Its id.' }),
});
const DeliveryParams = Type.Object({
  ...ChannelParams.properties,
  delivery: Type.String({ pattern: '^[0-9]{1,15}$', description: 'Its id.' }),
});

const settings = {
  name,
  events: Type.Array(Type.Enum<NotificationType[]>([...notificationTypes]), {
    uniqueItems: true,
    description: 'The events that it is notified of.',
  }),
  isOn: Type.Boolean({ description: 'Off: it gets no notifications.' }),
};
const url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'Where messages are sent by POST. Kept encrypted.',
});
const addresses = Type.Array(Type.String({ minLength: 3, maxLength: 254 }), {
  minItems: 1,
  maxItems: 20,
  description: 'The recipients of each message, for channels of the type email.',
});

const Channel = named(
  'Channel',
  Type.Object({
    ...settings,
    id: Type.Integer(),
    type: Type.Enum([...channelTypes]),
    target: Type.String({
      description: 'Where its messages go, as far as it is no secret: of Slack and Teams the host.',
    }),
    isGone: Type.Boolean({
      description: 'Was it turned off because the receiver answered 410 Gone?',
    }),
    oldSecretUntil: Type.Union([Time, Type.Null()], {
      description: 'Messages are signed by the secret before the last as well, until then.',
    }),
    createdAt: Time,
  }),
);

const Secret = Type.String({
  description: 'The secret that signs the messages of a webhook. It is shown only once.',
});

export const Delivery = named(
  'Delivery',
  Type.Object({
    id: Type.String(),
    messageId: Type.String({ description: 'The header `webhook-id`: the same for every attempt.' }),
    event: Type.String(),
    createdAt: Time,
    state: Type.Enum(['waiting', 'sent', 'failed']),
    attempts: Type.Integer(),
    lastAttemptAt: MaybeTime,
    nextAttemptAt: MaybeTime,
    answerCode: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The HTTP status of the last answer, if there was one.',
    }),
    detail: Type.String({ description: 'Why the last attempt failed.' }),
  }),
);

const ChannelAnswer = { description: 'The channel', schema: Channel };

export const listChannels = endpoint({
  ...shared,
  id: 'listChannels',
  method: 'GET',
  path: '/v2/channels',
  summary: 'List the channels that notifications go to',
  answers: {
    200: { description: 'All of them', schema: Type.Object({ items: Type.Array(Channel) }) },
  },
});

export const createChannel = endpoint({
  ...shared,
  id: 'createChannel',
  method: 'POST',
  path: '/v2/channels',
  summary: 'Create a channel',
  description:
    'A webhook gets messages as Standard Webhooks says, signed; Slack, Teams and mail get a text. The ' +
    'host must be public, or one that `WEBHOOK_ALLOWED_HOSTS` names.',
  body: Type.Object({
    name: settings.name,
    type: Type.Enum([...channelTypes]),
    url: Type.Optional(url),
    addresses: Type.Optional(addresses),
    events: settings.events,
    isOn: Type.Optional(settings.isOn),
  }),
  answers: {
    201: {
      description: 'Created',
      schema: Type.Object({ channel: Channel, secret: Type.Union([Secret, Type.Null()]) }),
    },
  },
  errors: ['conflict'],
});

export const readChannel = endpoint({
  ...shared,
  id: 'readChannel',
  method: 'GET',
  path: '/v2/channels/{channel}',
  summary: 'Read one channel',
  params: ChannelParams,
  answers: { 200: ChannelAnswer },
  errors: ['not_found'],
});

export const replaceChannel = endpoint({
  ...shared,
  id: 'replaceChannel',
  method: 'PUT',
  path: '/v2/channels/{channel}',
  summary: 'Replace what one channel is called, told of and sent to',
  description:
    'A `url`, or `addresses`, that is left out stays. To turn a channel on again, set `isOn`.',
  params: ChannelParams,
  body: Type.Object({
    ...settings,
    url: Type.Optional(url),
    addresses: Type.Optional(addresses),
  }),
  answers: { 200: ChannelAnswer },
  errors: ['not_found'],
});

export const deleteChannel = endpoint({
  ...shared,
  id: 'deleteChannel',
  method: 'DELETE',
  path: '/v2/channels/{channel}',
  summary: 'Delete one channel, and what waits for it',
  params: ChannelParams,
  answers: { 204: { description: 'Deleted' } },
  errors: ['not_found'],
});

export const rotateChannelSecret = endpoint({
  ...shared,
  id: 'rotateChannelSecret',
  method: 'POST',
  path: '/v2/channels/{channel}/rotate-secret',
  summary: 'Give a webhook a new secret',
  description: 'For a day, messages are signed by both, so that the receiver can follow.',
  params: ChannelParams,
  answers: {
    200: {
      description: 'The new secret',
      schema: Type.Object({ channel: Channel, secret: Secret }),
    },
  },
  errors: ['not_found', 'conflict'],
});

export const testChannel = endpoint({
  ...shared,
  id: 'testChannel',
  method: 'POST',
  path: '/v2/channels/{channel}/test',
  summary: 'Send a test message',
  description: 'A worker sends it within seconds, even to a channel that is off.',
  params: ChannelParams,
  answers: { 202: { description: 'It waits', schema: Delivery } },
  errors: ['not_found'],
});

export const listDeliveries = endpoint({
  ...shared,
  id: 'listDeliveries',
  method: 'GET',
  path: '/v2/channels/{channel}/deliveries',
  summary: 'List what was sent to a channel',
  params: ChannelParams,
  query: Type.Object({
    cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
    limit: Type.Optional(Type.String({ pattern: '^([1-9][0-9]?|100)$', description: '1 to 100.' })),
  }),
  answers: {
    200: {
      description: 'A page, the newest first; 30 days are kept',
      schema: Type.Object({
        items: Type.Array(Delivery),
        next: Type.Union([Type.String(), Type.Null()]),
      }),
    },
  },
  errors: ['not_found'],
});

export const resendDelivery = endpoint({
  ...shared,
  id: 'resendDelivery',
  method: 'POST',
  path: '/v2/channels/{channel}/deliveries/{delivery}/resend',
  summary: 'Send a message again',
  description: 'With the same `webhook-id`, by which receivers know what they have seen.',
  params: DeliveryParams,
  answers: { 202: { description: 'It waits', schema: Delivery } },
  errors: ['not_found', 'conflict'],
});

export type ChannelOutput = Static<typeof Channel>;
export type DeliveryOutput = Static<typeof Delivery>;
