// Strings that a page would run if it took them for anything but text, in every field there is.
import { createKey } from '../../packages/server/src/features/access/api-keys/index.ts';
import { makeTeammate } from '../../packages/server/src/features/access/teammates/teammates.fixture.ts';
import type { TestServer } from '../../packages/server/src/testing.ts';

/** The global that a string raises when it runs, and the attribute of elements that it makes. */
export const marker = 'attuneran';

const run = `globalThis.${marker}++`;

export const hostile: readonly string[] = [
  `<img src=x onerror="${run}" data-${marker}>`,
  `"><script data-${marker}>${run}</script>`,
  `<svg data-${marker} onload="${run}">`,
  `javascript:${run}`,
  `';${run};//`,
  `{{${run}}}`,
  `\u202e${marker}\u0000`.replace('\u0000', ''),
  `<a href="javascript:${run}" data-${marker}>x</a>`,
  `<iframe srcdoc="<script>${run}</script>" data-${marker}>`,
  `=HYPERLINK("javascript:${run}")`,
];

/** Fills what a teammate, a feed and an event can fill of the site `test`. */
export async function plantHostile({ ctx, url, test: site, folded }: TestServer): Promise<void> {
  const [first = ''] = hostile;
  for (const [at, text] of hostile.entries()) {
    const request = { name: text, notes: text, source: 'Server-side', permissions: ['serve'] };
    await createKey(ctx, site.snapshot(), request, text);
    const email = `hostile-${at}@shop.example`;
    const id = await makeTeammate(ctx, email, {
      [site.id]: { role: 'Viewer', codeEditing: false },
    });
    await ctx.db.updateTable('teammate').set({ name: text }).where('id', '=', id).execute();
  }
  const key = await site.key(['serve', 'collect', 'feed', 'manage']);
  await ask(url, key, '/identifier-types', { name: first });
  await ask(url, key, '/feeds', { id: '9', name: first, affinity: [first.slice(0, 50)] });
  const channel = { name: first, type: 'slack', url: 'https://hooks.shop.example/slack' };
  await ask(url, key, '/channels', { ...channel, events: ['campaign.published'] });
  await plantExperiences(url, key);
  await speakHostile(url, key);
  await folded();
}

/** A live campaign and all that it is judged by, shared with and kept from, in hostile words. */
async function plantExperiences(url: string, key: string): Promise<void> {
  const [first = '', second = '', third = ''] = hostile;
  const idOf = async (path: string, body: unknown): Promise<number> =>
    ((await (await ask(url, key, path, body)).json()) as { id: number }).id;
  const event = { name: second, where: { [first]: third } };
  const primary = await idOf('/metrics', { name: first, kind: 'count', event, of: third });
  const layer = { id: await idOf('/layers', { name: first }), share: 1 };
  await idOf('/holdouts', { name: first, share: 0.1, labels: [second.slice(0, 50)] });
  const audience = await idOf('/audiences', { name: first, condition: { channel: second } });
  const variations = [first, second].map((name) => ({ name, weight: 1, payload: null }));
  const experiences = [
    { name: second, targeting: { $audience: audience, referrer: third }, variations },
    { name: third, variations },
  ];
  const campaign = { name: first, selector: first, type: 'custom', metrics: { primary } };
  const id = await idOf('/campaigns', { ...campaign, layer, experiences });
  await ask(url, key, `/campaigns/${id}/publish`, undefined);
}

/** Makes a campaign that has something everywhere, every text of it one of two; its id. */
export async function plantCampaign(
  { url, test: site }: TestServer,
  name: string,
  other: string,
): Promise<number> {
  const key = await site.key(['manage']);
  const data = { [name]: other };
  const audience = await ask(url, key, '/audiences', { name: other, condition: { channel: name } });
  const { id: audienceId } = (await audience.json()) as { id: number };
  const targeting = {
    $or: [
      { $audience: audienceId },
      { channel: { $in: [name, 'WEB'] }, 'cart.value': { $gte: 5, $lt: 9 } },
      { 'activity.view.categories.Shoes.30d': { $gte: 3 } },
      { 'cart.skus': { $size: 2 } },
    ],
  };
  const made = await ask(url, key, '/campaigns', {
    ...{ name, selector: other, type: 'custom', traffic: 0.5, notes: name },
    ...{ groups: [name.slice(0, 50)], labels: [name.slice(0, 50)] },
    schedule: { start: '2026-11-27T00:00' },
    testUsers: [{ cuid: name, cuidType: 'external', experience: name, variation: other }],
    experiences: [
      {
        ...{ name, targeting },
        variations: [
          { name: other, weight: 2, payload: { type: 'CUSTOM_JSON', data } },
          { name, weight: 1, payload: null },
        ],
      },
      { name: `Other ${name}`, variations: [{ name, weight: 1, payload: null }] },
    ],
  });
  const { id } = (await made.json()) as { id: number };
  await ask(url, key, `/campaigns/${id}/publish`, {});
  return id;
}

/** Makes a strategy that has every part, and a campaign that recommends by it; their ids. */
export async function plantStrategy({ url, test: site }: TestServer, text: string) {
  const key = await site.key(['manage']);
  const column = text.slice(0, 100);
  const filters = [
    { type: 'column', column, is: 'CONTAINS', value: text },
    { type: 'price-near', from: 0.5, to: 1.5 },
    { type: 'not-viewed', days: 7 },
  ];
  const strategy = {
    ...{ name: text, notes: text, diversity: [{ column, most: 2 }] },
    ...{ filters: [{ type: 'in-stock' }], exploration: { share: 0.1, among: 5 } },
    steps: [
      { method: { type: 'similar', columns: [column] }, slots: [0, 2, 3], filters },
      { method: { type: 'popularity' } },
      { method: { type: 'collaborative', algorithm: 'rp3beta' } },
    ],
  };
  const idOf = async (path: string, body: unknown): Promise<number> =>
    ((await (await ask(url, key, path, body)).json()) as { id: number }).id;
  const id = await idOf('/strategies', strategy);
  const payload = {
    ...{ strategy: id, slots: 3, custom: { [text]: text }, pins: [{ slot: 1, sku: text }] },
    rules: [{ type: 'boost', slots: [0], filters }],
  };
  const variations = [{ name: text, weight: 1, payload }];
  const campaign = await idOf('/campaigns', {
    ...{ name: text, selector: `recommends ${text}`.slice(0, 200), type: 'recommendations' },
    experiences: [{ name: text, variations }],
  });
  return { id, campaign };
}

/** Says all of it as events, and asks for it as campaigns: of the person `hostile`. */
export async function speakHostile(url: string, key: string): Promise<void> {
  for (const text of hostile) {
    const user = { cuid: 'hostile', cuidType: 'external' };
    const data = [{ attribute: text, values: hostile }];
    const properties = { svcType: 'inform-affinity-v1', data };
    await ask(url, key, '/collect/user/event', { user, events: [{ name: text, properties }] });
    await ask(url, key, '/serve/user/choose', { user, selector: { names: [text] } });
  }
}

function ask(url: string, key: string, path: string, body: unknown) {
  const [userAgent = ''] = hostile;
  return fetch(`${url}/v2${path}`, {
    method: 'POST',
    headers: { 'svc-api-key': key, 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify(body),
  });
}
