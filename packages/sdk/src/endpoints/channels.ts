// Notification channels, and what was sent to them.
import { endpoint } from '../endpoint.ts';

/** List the channels that notifications go to. */
export const listChannels = endpoint<'listChannels'>('GET', '/v2/channels');
/** Create a channel. */
export const createChannel = endpoint<'createChannel'>('POST', '/v2/channels');
/** Read one channel. */
export const readChannel = endpoint<'readChannel'>('GET', '/v2/channels/{channel}');
/** Replace what one channel is called, told of and sent to. */
export const replaceChannel = endpoint<'replaceChannel'>('PUT', '/v2/channels/{channel}');
/** Delete one channel, and what waits for it. */
export const deleteChannel = endpoint<'deleteChannel'>('DELETE', '/v2/channels/{channel}');
/** Give a webhook a new secret. */
export const rotateChannelSecret = endpoint<'rotateChannelSecret'>(
  'POST',
  '/v2/channels/{channel}/rotate-secret',
);
/** Send a test message. */
export const testChannel = endpoint<'testChannel'>('POST', '/v2/channels/{channel}/test');
/** List what was sent to a channel. */
export const listDeliveries = endpoint<'listDeliveries'>(
  'GET',
  '/v2/channels/{channel}/deliveries',
);
/** Send a message again. */
export const resendDelivery = endpoint<'resendDelivery'>(
  'POST',
  '/v2/channels/{channel}/deliveries/{delivery}/resend',
);
