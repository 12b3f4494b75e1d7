// The part of the story in which channels are told of what happens on the shop.
import type { Play } from './api-play.fixture.ts';

/** Plays it. */
export async function notifications(play: Play) {
  const url = 'https://hooks.shop.example/attune';
  const settings = { name: 'Warehouse', events: ['campaign.published', 'feed.pull_failed'] };
  const { channel } = await play('createChannel', { body: { ...settings, type: 'webhook', url } });
  const params = { channel: channel.id };
  await play('listChannels');
  await play('readChannel', { params });
  await play('replaceChannel', { params, body: { ...settings, isOn: true } });
  await play('rotateChannelSecret', { params });
  const { id: delivery } = await play('testChannel', { params });
  await play('listDeliveries', { params });
  await play('resendDelivery', { params: { ...params, delivery } });
  await play('deleteChannel', { params });
}
