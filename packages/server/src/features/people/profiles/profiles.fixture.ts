// A server whose users report preferences, and GET userprofile as the text of its answer.
import type { Client, Person } from '@attune/sdk';
import { type TestServer, type TestSite, testServer } from '../../../testing.ts';
import { changeSettings } from '../../configuration/sites/index.ts';
import { type Answered, callWith } from '../../experiences/campaigns/campaigns.fixture.ts';

export interface Reported {
  /** Property -> values, each of them reported once. */
  readonly taste: Readonly<Record<string, readonly string[]>>;
  readonly daysAgo?: number;
}

export interface ProfileServer extends TestServer {
  readonly client: Client;
  /** Reports what a person likes, and waits until their profile knows it. */
  readonly say: (person: Person, ...reported: Reported[]) => Promise<void>;
  readonly read: (query: Record<string, string>) => Promise<Answered>;
  /** The text of a person's affinity. */
  readonly text: (person: Person) => Promise<string>;
  /** Changes settings of affinity, or the features that are on. */
  readonly set: (affinity: Record<string, unknown>, features?: string[]) => Promise<unknown>;
}

export const external = (cuid: string): Person => ({ cuid, cuidType: 'external' });

/** Starts a server whose site requires no column of a feed but sku. */
export async function profileServer(): Promise<ProfileServer> {
  const server = await testServer({ api: true, worker: true }, { vertical: 'Other' });
  const site: TestSite = server.test;
  const client = await site.client(['collect', 'feed']);
  const call = callWith(server.url, await site.key(['userprofile']));
  const read: ProfileServer['read'] = (query) =>
    call('GET', `/v2/userprofile?${new URLSearchParams(query)}`);
  return {
    ...server,
    client,
    read,
    say: async (user, ...reported) => {
      const events = reported.flatMap(({ taste, daysAgo = 0 }) => informing(taste, daysAgo));
      await client.events({ user: { ...user }, events });
      await server.folded();
    },
    text: async (person) => (await read({ ...person, affinity: 'true' })).text,
    set: (affinity, features) =>
      changeSettings(
        ...([server.ctx, site.id] as const),
        { settings: { affinity }, ...(features && { features }) },
        'test',
      ),
  };
}

/** An event has at most 10 values of an attribute. */
function informing(taste: Reported['taste'], daysAgo: number) {
  const timestamp = Date.now() - daysAgo * 86_400_000;
  return Object.entries(taste).flatMap(([attribute, all]) => {
    const tens = Array.from({ length: Math.ceil(all.length / 10) }, (_, at) =>
      all.slice(10 * at, 10 * at + 10),
    );
    return tens.map((values) => ({
      name: 'Quiz',
      properties: { svcType: 'inform-affinity-v1' as const, data: [{ attribute, values }] },
      timestamp,
    }));
  });
}
