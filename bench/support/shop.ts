// A site to measure: live campaigns of four conditions each, and as many profiles as are asked for.
import { createHash } from 'node:crypto';
import type { CampaignInput } from '@attune/contract';
import { type CompleteEvent, emptyProfile, encodeProfile, foldEvents } from '@attune/core';
import pg from 'pg';
import { runJson } from '../../e2e/support/attune.ts';
import { requestText, userPlaceholder } from './load.ts';

/** The site that is measured by default. */
const usual = 'bench';

const colors = ['red', 'blue', 'green', 'black', 'white', 'grey', 'brown', 'pink'];
const categories = Array.from({ length: 20 }, (_, at) => `Category ${at}`);
const brands = Array.from({ length: 15 }, (_, at) => `Brand ${at}`);
const today = Math.floor(Date.now() / 86_400_000);

type Environment = Readonly<Record<string, string>>;

/** Makes the site with a key of each source; gives their values. */
export async function createShop(env: Environment, site = usual) {
  await runJson(['site', 'create', '--name', site], env);
  const feed = ['--id', '1', '--name', 'Shop', '--affinity', 'categories,color,brand'];
  await runJson(['feeds', 'create', '--site', site, ...feed], env);
  const permissions = ['--permissions', 'serve,collect,userprofile,manage,feed'];
  const named = ['--name', 'bench', '--source', 'server'];
  const { value } = await runJson<{ value: string }>(
    ['keys', 'create', '--site', site, ...named, ...permissions],
    env,
  );
  return value;
}

/** Makes further campaigns live, numbered from `from`. */
export async function publishCampaigns(url: string, key: string, from: number, to: number) {
  const call = async (path: string, body?: unknown) => {
    const response = await fetch(`${url}/v2/campaigns${path}`, {
      method: 'POST',
      headers: { 'svc-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as { id: string };
  };
  for (let at = from; at < to; at += 1) {
    const { id } = await call('', campaign(at));
    await call(`/${id}/publish`);
  }
}

/** Every other campaign fails, at the last of its conditions. */
function campaign(at: number): CampaignInput {
  const payload = (text: string) => ({
    type: 'CUSTOM_JSON' as const,
    data: {
      title: `${text} of campaign ${at}`,
      image: `/images/${at}.webp`,
      link: '/sale',
      size: at,
    },
  });
  return {
    name: `Campaign ${at}`,
    selector: `selector-${at}`,
    groups: [],
    type: 'custom',
    traffic: 1,
    stickiness: 'user',
    experiences: [
      {
        name: 'Experience',
        targeting: {
          'page.type': 'PRODUCT',
          [`affinity.color.${colors[at % 4]}.rank`]: { $lte: 100 },
          'cart.value': { $gte: 20 },
          'pageAttributes.tier': at % 2 === 0 ? 'silver' : 'gold',
        },
        variations: [
          { name: 'Control', weight: 1, payload: payload('Control') },
          { name: 'Other', weight: 1, payload: payload('Other') },
        ],
      },
    ],
  };
}

/** Requests for three selectors each; users and selectors vary. */
export function chooseRequests(key: string, campaigns: number): string[] {
  return Array.from({ length: 64 }, (_, at) => {
    const names = [0, 1, 2].map((one) => `selector-${(at * 3 + one) % campaigns}`);
    const request = {
      user: { svcid: userPlaceholder, svcid_server: userPlaceholder },
      session: { svc: createHash('md5').update(String(at)).digest('hex') },
      context: {
        page: {
          type: 'PRODUCT',
          location: `https://shop.example/p/sku-${at}`,
          data: [`sku-${at}`],
        },
        device: { userAgent: agents[at % agents.length] },
        cart: [{ productId: `sku-${at + 1}`, quantity: 2, itemPrice: 19.9 }],
        pageAttributes: { tier: 'silver', stock: at },
      },
      selector: { names },
    };
    return requestText({ method: 'POST', path: '/v2/serve/user/choose', key }, request);
  });
}

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
];

/** A profile's text of about 2 KB. */
function profileText(seed: number): string {
  const events = Array.from({ length: 28 }, (_, at): CompleteEvent => {
    const pick = (from: readonly string[], step: number) =>
      from[(seed * 7 + at * step) % from.length]!;
    const values = new Map([
      ['categories', [pick(categories, 3)]],
      ['color', [pick(colors, 1)]],
      ['brand', [pick(brands, 2)]],
    ]);
    const time = (today - (at % 20)) * 86_400_000 + at * 1000;
    const id = createHash('md5').update(`${seed} ${at}`).digest('hex').slice(0, 20);
    const facts = at % 3 === 0 ? { kind: 'product-view' as const, sku: `sku-${at}` } : pageview;
    return {
      event: { id, time, name: 'any', session: '', ...facts },
      identified: false,
      observations: [{ signal: 'view' as const, values }],
    };
  });
  return encodeProfile(foldEvents(emptyProfile(), events));
}

const pageview = { kind: 'login' as const, identifiers: [] };

/** Writes the profiles of the users `from` to `to`, a few thousand of them different. */
export async function writeProfiles(
  url: string,
  from: number,
  to: number,
  site = usual,
): Promise<void> {
  const texts = Array.from({ length: 2_000 }, (_, at) => profileText(at));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select id from site where name = $1', [site]);
  const siteId = rows[0].id as number;
  for (let at = from; at < to; at += 5_000) {
    const numbers = Array.from({ length: Math.min(5_000, to - at) }, (_, one) => at + one);
    await client.query(
      'insert into profile (site_id, user_id, state) select $1, * from unnest($2::bigint[], $3::text[])',
      [
        siteId,
        numbers.map((one) => String(10n ** 17n + BigInt(one))),
        numbers.map((one) => texts[one % texts.length]),
      ],
    );
  }
  await client.query('vacuum analyze profile');
  await client.end();
  await checkpoint(url);
}

/** Waits until what was written before is on disk: those who commit next would wait for it. */
export async function checkpoint(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('checkpoint');
  await client.end();
}

/** Names the first users: persons with their own id as an external one. */
export async function namePersons(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into identifier (site_id, type, value, person_id)
     select id, 'external', (10::bigint ^ 17)::bigint + number, (10::bigint ^ 17)::bigint + number
     from site, generate_series(0, $2::int - 1) as number where name = $1`,
    [usual, count],
  );
  await client.end();
}
