// What a site's channels would be sent of one kind of event.
import type { NotificationType } from '@attune/contract';
import type { TestServer } from '../../../testing.ts';
import { callWith } from '../../experiences/campaigns/campaigns.fixture.ts';

/** Makes a channel of an event, and gives what reads the data of the messages that wait for it. */
export async function notifiedOf(
  { url, ctx, test: site }: TestServer,
  event: NotificationType,
): Promise<() => Promise<unknown[]>> {
  const call = callWith(url, await site.key(['manage']));
  const settings = { name: event, type: 'slack', url: 'https://hooks.shop.example/slack' };
  const { body } = await call('POST', '/v2/channels', { ...settings, events: [event] });
  return async () => {
    const { rows } = await ctx.pool.query<{ message: string }>(
      'select message from delivery where channel_id = $1 and type = $2 order by id',
      [body.channel.id, event],
    );
    return rows.map(({ message }) => JSON.parse(message).data);
  };
}
