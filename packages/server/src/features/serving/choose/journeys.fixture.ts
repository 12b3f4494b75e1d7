// Households whose devices, people and accounts come in any order, at two nodes, with a worker that
// comes and goes; and what each unit was promised meanwhile.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportOutput } from '@attune/contract';
import fc from 'fast-check';
import { readConfig } from '../../../config.ts';
import { createLog } from '../../../log/log.ts';
import { startNode } from '../../../node.ts';
import {
  type Call,
  callWith,
  experienceServer,
  variation,
} from '../../experiences/campaigns/campaigns.fixture.ts';
import { type Place, Promises, type Request } from './promises.fixture.ts';

export interface Played {
  readonly looks: number;
  readonly promises: Promises;
  /** What reports count, by unit. */
  readonly reports: Record<'device' | 'person' | 'account', { units: number; crossovers: number }>;
}

type Node = 0 | 1;

/** Two nodes on one database, without a worker. */
export async function openNodes() {
  const first = await experienceServer({ api: true, worker: false });
  const dataDir = await mkdtemp(join(tmpdir(), 'attune-second-'));
  const { databaseUrl, folded, recorded } = first;
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: '0', PROFILE_DEADLINE: '5000' };
  const start = (roles: { api: boolean; worker: boolean }) =>
    startNode({ ...readConfig(env), gatherMs: 0 }, createLog('silent'), roles);
  const second = await start({ api: true, worker: false });
  const key = await first.test.key(['serve', 'collect']);
  const nodes: readonly [Call, Call] = [callWith(first.url, key), callWith(second.url ?? '', key)];
  const heard = async () => {
    await recorded();
    await second.catchUp();
    await recorded();
  };
  /** A worker comes, does all that waits, and goes. */
  const fold = async () => {
    const worker = await start({ api: false, worker: true });
    await heard();
    await folded();
    await heard();
    await worker.stop();
  };
  const close = async () => {
    await fold();
    await second.stop();
    await first.close();
    await rm(dataDir, { recursive: true });
  };
  return { ...first, nodes, heard, fold, close };
}

export type Nodes = Awaited<ReturnType<typeof openNodes>>;

const halves = (a: number) => [
  { name: 'All', variations: [variation('a', a, 'a'), variation('b', 10 - a, 'b')] },
];

/** Makes a campaign of each unit live. */
export async function publishUnits({ manage, publish }: Nodes): Promise<Record<string, number>> {
  const type = await manage('POST', '/v2/identifier-types', {
    ...{ name: 'company', identifies: 'account' },
  });
  assert.equal(type.status, 201, type.text);
  return {
    device: await publish({ selector: 'device', unit: 'device', experiences: halves(5) }),
    person: await publish({ selector: 'person', unit: 'person', experiences: halves(5) }),
    account: await publish({
      ...{ selector: 'account', unit: 'account', accountType: 'company' },
      experiences: halves(5),
    }),
  };
}

const names = ['device', 'person', 'account'] as const;

/** What each campaign gives; undefined for nothing. */
async function look(call: Call, { device, person, account }: Request) {
  const user = {
    active_consent_accepted: true,
    ...(device !== undefined && { svcid: device }),
    ...(person !== undefined && { cuid: person, cuidType: 'external' }),
    ...(account !== undefined && { accounts: { company: account } }),
  };
  const answer = await call('POST', '/v2/serve/user/choose', { user, selector: { names } });
  assert.equal(answer.status, 200, answer.text);
  const given = (name: string): string | undefined =>
    answer.body.choices.find((one: { name: string }) => one.name === name).variations[0]?.payload
      .data;
  return { device: given('device'), person: given('person'), account: given('account') };
}

async function logIn(call: Call, { device, person }: Request): Promise<void> {
  const properties = { svcType: 'login-v1', cuid: person, cuidType: 'external' };
  const events = [{ name: 'Login', properties }];
  const body = { user: { svcid: device }, events };
  const answer = await call('POST', '/v2/collect/user/event', body);
  assert.ok(answer.status < 300, answer.text);
}

const step = fc.record({
  kind: fc.constantFrom('look', 'look', 'look signed in', 'look by name', 'log in'),
  node: fc.constantFrom<Node>(0, 1),
  device: fc.constantFrom(0, 1),
  // Most devices are one person's own, and some are shared.
  isOther: fc.nat(5).map((one) => one === 0),
  account: fc.constantFrom(undefined, undefined, 0, 1),
});
type Step = (typeof step extends fc.Arbitrary<infer T> ? T : never) & { household: number };

const between = fc.constantFrom('nothing', 'nothing', 'nothing', 'fold', 'reweigh');

/** Plays journeys: so many households of two devices, two people and two accounts each. */
export async function playJourneys(
  shop: Nodes,
  campaigns: Record<string, number>,
  { seed, households, rounds }: { seed: number; households: number; rounds: number },
): Promise<Played> {
  const promises = new Promises();
  const steps = fc.sample(step, { seed, numRuns: households * rounds });
  const pauses = fc.sample(between, { seed, numRuns: rounds });
  for (let round = 0; round < rounds; round += 1) {
    const each = steps.slice(round * households, (round + 1) * households);
    await inTurns(
      each.map((one, household) => ({ ...one, household })),
      (one) => takeStep(shop, promises, one),
    );
    await shop.heard();
    if (pauses[round] === 'nothing') continue;
    await shop.fold();
    // What waits to be folded is drawn by the weights of now.
    if (pauses[round] === 'reweigh') await reweigh(shop, campaigns, 1 + ((seed + round) % 9));
  }
  await shop.fold();
  const report = async (name: (typeof names)[number]) => countsOf(shop, campaigns[name]!);
  return {
    ...{ looks: promises.looks, promises },
    reports: {
      device: await report('device'),
      person: await report('person'),
      account: await report('account'),
    },
  };
}

async function takeStep(shop: Nodes, promises: Promises, one: Step): Promise<void> {
  const { kind, node, household, account } = one;
  const call = shop.nodes[node];
  const device = String(1_000_000 + household * 2 + one.device);
  const person = `person ${household * 2 + (one.isOther ? 1 - one.device : one.device)}`;
  const place: Place = { device, ...(kind !== 'look' && kind !== 'log in' && { person }) };
  const request: Request = {
    ...(kind === 'look by name' ? { person } : place),
    ...(account !== undefined && { account: `company ${household * 2 + account}` }),
  };
  promises.check(request, await look(call, request));
  if (kind !== 'log in') return;
  await logIn(call, { device, person });
  promises.signIn({ device, person });
}

/** So many at once, as far as a machine that does other things as well goes along. */
async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all].reverse();
  const next = async (): Promise<void> => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await work(one);
  };
  await Promise.all(Array.from({ length: 16 }, next));
}

async function reweigh(shop: Nodes, campaigns: Record<string, number>, a: number): Promise<void> {
  for (const id of Object.values(campaigns)) {
    const { campaign } = (await shop.manage('GET', `/v2/campaigns/${id}`)).body;
    const { variations } = campaign.experiences[0];
    variations[0].weight = a;
    variations[1].weight = 10 - a;
    for (const [method, path, body] of [
      ['PUT', `/v2/campaigns/${id}`, campaign],
      ['POST', `/v2/campaigns/${id}/publish`],
    ] as const) {
      const answer = await shop.manage(method, path, body);
      assert.equal(answer.status, 200, answer.text);
    }
  }
  await shop.heard();
}

async function countsOf(shop: Nodes, id: number) {
  const { status, text, body } = await shop.manage('GET', `/v2/campaigns/${id}/report`);
  assert.equal(status, 200, text);
  const [{ variations, mixed }] = (body as ReportOutput).experiences as [
    ReportOutput['experiences'][number],
  ];
  const exposed = variations.reduce((sum, one) => sum + one.exposed, 0);
  return { units: exposed + mixed, crossovers: mixed };
}
