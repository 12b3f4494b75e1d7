// A channel and its messages as the page has them, and which answers a change makes stale.
import { type Answer, consoleApi } from '../../api/endpoints.ts';

export type Channel = Answer<'readChannel'>;
export type Delivery = Answer<'listDeliveries'>['items'][number];

export const staleChannels = [consoleApi.listChannels, consoleApi.readChannel];
export const staleDeliveries = [consoleApi.listDeliveries];

/** What an endpoint of one channel is sent. */
export const channelParams = (site: string, id: number | string) => ({
  params: { site, channel: String(id) },
});

/** While a message waits for its first attempt, it is looked again soon. */
export const lookAgainMs = (deliveries: readonly Pick<Delivery, 'state' | 'attempts'>[]) =>
  deliveries.some(({ state, attempts }) => state === 'waiting' && attempts === 0) ? 1_000 : 10_000;
