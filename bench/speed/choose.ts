// Choose against the floor, and how flat it is: in campaigns, and in profiles.
import { applyLoad } from '../support/load.ts';
import { type Figure, measureRounds } from '../support/rounds.ts';
import { startApi, startFloor } from '../support/servers.ts';
import { chooseRequests, publishCampaigns, writeProfiles } from '../support/shop.ts';
import { bodyOf, type TestBed } from './test-bed.ts';

const connections = 32;
const manyProfiles = 1_000_000;

/** Measures choose with 10, 100 and 1,000 campaigns, then with a million profiles. */
export async function measureChoose(bed: TestBed, seconds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  let published = 0;
  for (const campaigns of [10, 100, 1_000]) {
    await bed.withApi({}, (api) => publishCampaigns(api.url, bed.key, published, campaigns));
    published = campaigns;
    figures.push(
      await measureOne(bed, `choose, ${campaigns} campaigns`, campaigns, 1_000, seconds),
    );
  }
  await writeProfiles(bed.postgres.url, 1_000, manyProfiles);
  const name = 'choose, 1,000 campaigns, 1,000,000 profiles';
  figures.push(await measureOne(bed, name, 1_000, manyProfiles, seconds));
  return figures;
}

async function measureOne(
  { postgres, env, key }: TestBed,
  name: string,
  campaigns: number,
  users: number,
  seconds: number,
): Promise<Figure> {
  const api = await startApi({ ...env, PROFILE_MEMORY: '8192' });
  const requests = chooseRequests(key, campaigns);
  const sample = await bodyOf(api.port, key, requests[0]!);
  const floor = await startFloor(sample);
  const plan = { connections, requests, seconds, seed: 1 };
  // Every profile is asked for, so that it is in memory; many at once share a read. What is refused
  // meanwhile, since the database is slower than they ask, is asked for again.
  const everybody = { users: { count: users, order: 'each' as const }, total: users };
  const warmUp = { ...everybody, connections: 256, port: api.port, mayBeRefused: true };
  for (let pass = 0; pass < 3; pass += 1) {
    if ((await applyLoad({ ...plan, ...warmUp }, {})).failed === 0) break;
  }
  const anybody = { count: users, order: 'any' as const };
  const figure = await measureRounds(name, { floor, api, postgres }, { ...plan, users: anybody });
  await Promise.all([floor.stop(), api.stop()]);
  return figure;
}
