// A server whose experiences a test manages and requests through HTTP, in few words.
import assert from 'node:assert/strict';
import type { CampaignInput, ChooseInput, ChooseOutput, Permission } from '@attune/contract';
import { AttuneError, type Client } from '@attune/sdk';
import { checkedFetch, type TestServer, type TestSite, testServer } from '../../../testing.ts';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer.
  readonly body: any;
}

/** A body that is text is sent as it is, anything else as JSON. */
export type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answered>;

/** Requests with one key; every answer is checked against the contract. */
export function callWith(url: string, key: string): Call {
  return async (method, path, body, headers = {}) => {
    const response = await checkedFetch(url + path, {
      method,
      headers: { 'svc-api-key': key, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status, headers: answered } = response;
    return { status, headers: answered, text, body: text === '' ? undefined : JSON.parse(text) };
  };
}

export interface Experiences {
  /** With a key that manages. */
  readonly manage: Call;
  /** Creates a campaign and makes it live; its id. */
  readonly publish: (campaign: Partial<CampaignInput>) => Promise<number>;
  /** With a Server-side key of `serve` and `collect`. */
  readonly client: Client;
  /** With a Client-side one. */
  readonly browser: Client;
  /** The only choice for a selector. */
  readonly decide: (
    selector: string,
    request?: ChooseInput,
  ) => Promise<ChooseOutput['choices'][number]>;
  /** Events of the site's log once all that was sent before is in it, oldest first. */
  readonly log: () => Promise<LoggedEvent[]>;
}

export interface LoggedEvent {
  readonly userId: string;
  readonly kind: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an event.
  readonly event: any;
}

/** A server, and its first site as experiences are tested on it. */
export async function experienceServer(
  ...given: Parameters<typeof testServer>
): Promise<TestServer & Experiences> {
  const server = await testServer(...given);
  return { ...server, ...(await experiencesOf(server, server.test)) };
}

/** What tests do with one site. */
export async function experiencesOf(server: TestServer, site: TestSite): Promise<Experiences> {
  const both: Permission[] = ['serve', 'collect'];
  const client = await site.client(both);
  const manage = callWith(server.url, await site.key(['manage']));
  return {
    manage,
    client,
    browser: await site.client(both, 'Client-side'),
    publish: async (campaign) => {
      const made = await manage('POST', '/v2/campaigns', campaignOf(campaign));
      assert.equal(made.status, 201, made.text);
      const live = await manage('POST', `/v2/campaigns/${made.body.id}/publish`);
      assert.equal(live.status, 200, live.text);
      return made.body.id;
    },
    decide: async (selector, request = {}) => {
      const answer = await client.choose({ ...request, selector: { names: [selector] } });
      assert.equal(answer.choices.length, 1, JSON.stringify(answer));
      return answer.choices[0]!;
    },
    log: () => logOf(server, site, client),
  };
}

async function logOf({ ctx, folded }: TestServer, { id }: TestSite, client: Client) {
  // What was sent before is durable no later than this.
  const user = { id: '1', active_consent_accepted: true };
  await client.events({ user, events: [{ name: 'marker', properties: {} }] });
  await folded();
  const { rows } = await ctx.pool.query(
    `select user_id, kind, data from event where site_id = $1 and user_id <> 1 order by time, id`,
    [id],
  );
  return rows.map(
    ({ user_id, kind, data }): LoggedEvent => ({
      userId: user_id,
      kind,
      event: JSON.parse(data).event,
    }),
  );
}

/** A payload of JSON. */
export const json = (data: unknown) => ({ type: 'CUSTOM_JSON' as const, data });

/** A variation that is served to all who are targeted by its experience. */
export const variation = (data: unknown, weight = 1, name = String(data)) => ({
  name,
  weight,
  payload: data === null ? null : json(data),
});

/** A campaign that a test has named the interesting parts of. */
export function campaignOf(campaign: Partial<CampaignInput>): CampaignInput {
  const { selector = 'home' } = campaign;
  return {
    name: `Campaign ${selector}`,
    selector,
    type: 'custom',
    experiences: [{ name: 'Everybody', variations: [variation('hello')] }],
    ...campaign,
  };
}

/** For `assert.rejects`: an answer with this status and code, and errors at these places. */
export const problem =
  (status: number, code: string, ...pointers: string[]) =>
  (error: unknown) => {
    assert.ok(error instanceof AttuneError, String(error));
    const { problem } = error;
    assert.deepEqual([problem.status, problem.code], [status, code], JSON.stringify(problem));
    assert.deepEqual(problem.errors?.map(({ pointer }) => pointer).sort() ?? [], pointers.sort());
    return true;
  };
