// Choose against the floor, and how flat it is: in campaigns, and in users.
import { applyLoad } from '../support/load.ts';
import {
  type Figure,
  figuresOf,
  measureRounds,
  type Round,
  roundCount,
  type Subject,
} from '../support/rounds.ts';
import { type Started, startApi, startFloor } from '../support/servers.ts';
import { chooseRequests, createShop, publishCampaigns, writeProfiles } from '../support/shop.ts';
import { bodyOf, type TestBed } from './test-bed.ts';

const connections = 32;
const fewUsers = 1_000;
const manyUsers = 1_000_000;

/** A site with live campaigns, and what it is asked. */
interface Shop {
  readonly name: string;
  readonly campaigns: number;
  readonly key: string;
  readonly requests: readonly string[];
}

/** Measures choose on sites with 10, 100 and 1,000 live campaigns, in turns. */
export async function measureCampaigns(bed: TestBed, seconds: number): Promise<Figure[]> {
  const shopOf = async (campaigns: number): Promise<Asked> => ({
    shop: await makeShop(bed, `campaigns-${campaigns}`, campaigns),
    users: fewUsers,
  });
  return measure(bed, seconds, [await shopOf(10), await shopOf(100), await shopOf(1_000)]);
}

/** Measures, in turns, a node that knows a thousand users and one that knows a million. */
export async function measureUsers(bed: TestBed, seconds: number): Promise<Figure[]> {
  const shop = await makeShop(bed, 'users', 1_000);
  await writeProfiles(bed.postgres.url, fewUsers, manyUsers, shop.name);
  return measure(bed, seconds, [
    { shop, users: fewUsers },
    { shop, users: manyUsers },
  ]);
}

/** A site with live campaigns and a few users. */
async function makeShop(bed: TestBed, name: string, campaigns: number): Promise<Shop> {
  const key = await createShop(bed.env, name);
  await bed.withApi({}, (api) => publishCampaigns(api.url, key, 0, campaigns));
  await writeProfiles(bed.postgres.url, 0, fewUsers, name);
  return { name, campaigns, key, requests: chooseRequests(key, campaigns) };
}

interface Asked {
  readonly shop: Shop;
  /** Any of so many are asked for, and all of them are in memory. */
  readonly users: number;
}

/**
 * Nodes are started anew for each round: what a process happens to get of memory is a part of what
 * it costs, and no round's alone.
 */
async function measure(
  bed: TestBed,
  seconds: number,
  asked: readonly [Asked, ...Asked[]],
): Promise<Figure[]> {
  const rounds: Round[] = [];
  while (rounds.length < roundCount) rounds.push(...(await measureOnce(bed, seconds, asked)));
  return figuresOf(rounds);
}

/** One node for each number of users, so that it knows just those. */
async function measureOnce(
  { postgres, env }: TestBed,
  seconds: number,
  [first, ...others]: readonly [Asked, ...Asked[]],
): Promise<Round[]> {
  const nodes = new Map<number, Started>();
  const subjectOf = async ({ shop, users }: Asked): Promise<Subject> => {
    const folder = `${env['DATA_DIR']}-${users}`;
    const api = nodes.get(users) ?? (await startApi({ ...env, ...memory, DATA_DIR: folder }));
    nodes.set(users, api);
    await warmUp(api, shop, users);
    const { campaigns, requests } = shop;
    const name = `${counted(campaigns)} campaigns, ${counted(users)} users`;
    const any = { count: users, order: 'any' as const };
    return { name, api, plan: { connections, requests, seed: 1, users: any } };
  };
  const subjects: [Subject, ...Subject[]] = [await subjectOf(first)];
  for (const other of others) subjects.push(await subjectOf(other));
  const { key, requests } = first.shop;
  const floor = await startFloor(await bodyOf(subjects[0].api.port, key, requests[0]!));
  const rounds = await measureRounds({ floor, postgres, seconds }, subjects, 1);
  await Promise.all([floor, ...nodes.values()].map((one) => one.stop()));
  return rounds;
}

/** Enough for a million users, in MiB. */
const memory = { PROFILE_MEMORY: '8192' };

const counted = (count: number) => count.toLocaleString('en');

/**
 * Every profile is asked for, so that it is in memory; many at once share a read. What is refused
 * meanwhile, since the database is slower than they ask, is asked for again.
 */
async function warmUp(api: Started, { requests }: Shop, users: number): Promise<void> {
  const everybody = { users: { count: users, order: 'each' as const }, total: users };
  const plan = { connections: 256, requests, seconds: 0, seed: 1, port: api.port };
  for (let pass = 0; pass < 3; pass += 1) {
    const { failed } = await applyLoad({ ...plan, ...everybody, mayBeRefused: true }, {});
    if (failed === 0) break;
  }
}
