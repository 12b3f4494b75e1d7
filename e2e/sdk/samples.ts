// Programs that use the client, as those who install it write them.

const body = `
async function main() {
  const client = createClient({ url: process.env.ATTUNE_URL, key: process.env.ATTUNE_KEY, timeoutMs: 20_000 });
  const headers = new Headers();
  const visitor = visitorFor(client, new Request('https://shop.example/'), headers);
  const { value: hero } = await visitor.experience('hero', 'fallback');
  visitor.track({ name: 'Sample', properties: { step: 1 } });
  const sent = await visitor.flush();
  const { problem } = await readOwnKey(createClient({ url: 'http://127.0.0.1:1', key: 'k' })).catch((error) => error);
  if (typeof creditFirstUse(client).after !== 'function') throw new Error('no hook');
  const cookies = headers.getSetCookie().length;
  console.log(JSON.stringify({ hero, sent, status: problem.status, cookies }));
}
main();
`;

export const esm = `
import { createClient } from '@attune/sdk';
import { readOwnKey } from '@attune/sdk/endpoints';
import { creditFirstUse } from '@attune/sdk/openfeature';
import { visitorFor } from '@attune/sdk/server';
${body}`;

export const cjs = `
const { createClient } = require('@attune/sdk');
const { readOwnKey } = require('@attune/sdk/endpoints');
const { creditFirstUse } = require('@attune/sdk/openfeature');
const { visitorFor } = require('@attune/sdk/server');
${body}`;

export const typescript = `
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AttuneError, createClient, createVisitor, every, type Experience } from '@attune/sdk';
import { listCampaigns, replaceStrategy } from '@attune/sdk/endpoints';
import { creditFirstUse } from '@attune/sdk/openfeature';
import { AttuneProvider, useExperience } from '@attune/sdk/react';
import { visitorFor } from '@attune/sdk/server';

const client = createClient({ url: 'https://attune.example', key: 'k', onError: (error: AttuneError) => error.problem.code });
export async function page(request: IncomingMessage, response: ServerResponse): Promise<string> {
  const visitor = visitorFor(client, request, response, { person: { cuid: 'ann', cuidType: 'external' } });
  const { hero, footer } = await visitor.experiences({ hero: { headline: 'Welcome' }, footer: 1 });
  const headline: string = hero.value.headline;
  const count: number = footer.value;
  const choices = await client.choose({ selector: { names: ['hero'] }, context: { page: { type: 'CART', data: [] } } });
  await client.events({
    events: [
      { name: 'Order', properties: { svcType: 'purchase-v1', value: '29.00', cart: [{ productId: 'a' }] } },
      { name: 'Opened the size guide', properties: { step: 1 } },
      { name: 'Opened it again' },
    ],
  });
  const decisionId: string | undefined = choices.choices[0]?.decisionId;
  return [headline, count, decisionId, choices.error?.problem.title].join();
}
export const browser = createVisitor({
  url: 'https://attune.example',
  key: 'k',
  onExposure: ({ campaign, variation }) => [campaign.name, variation.id],
});
export function fetched(request: Request): Headers {
  const headers = new Headers();
  visitorFor(client, request, headers);
  return headers;
}
export async function names(): Promise<string[]> {
  const found: string[] = [];
  for await (const { id, status } of every(listCampaigns, client, { query: { status: 'live' } })) found.push(id + ' is ' + status);
  await replaceStrategy(client, { params: { id: 1 }, headers: { 'if-match': '"1"' }, body: { name: 'a', steps: [] } });
  return found;
}
export function useHero(): Experience<string> {
  return useExperience('hero', 'fallback');
}
export const parts = [AttuneProvider, creditFirstUse(client)];
`;

/** Each second line is a mistake that must not compile. */
export const wrong = `
import { createClient } from '@attune/sdk';
import { listCampaigns } from '@attune/sdk/endpoints';
const client = createClient({ url: 'https://attune.example', key: 'k' });
// @ts-expect-error
client.choose({ selectors: { names: ['hero'] } });
// @ts-expect-error
client.engagement({ engagements: [{ type: 'CLICKED', decisionId: 'd' }] });
// @ts-expect-error
client.events({ events: [{ name: 'Order', properties: { svcType: 'purchase', value: 1, cart: [] } }] });
// @ts-expect-error
client.events({ events: [{ name: 'View', properties: { svcType: 'product-view-v1', sku: 'a' } }] });
// @ts-expect-error
client.pageview({ context: { page: { type: 'HOME' } } });
// @ts-expect-error
listCampaigns(client, { query: { status: 'lively' } });
// @ts-expect-error
createClient({ url: 'https://attune.example' });
`;

export const strict = {
  ...{ noEmit: true, strict: true, target: 'es2022', skipLibCheck: false },
  ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  ...{ noPropertyAccessFromIndexSignature: true, noImplicitOverride: true, types: ['node'] },
};
const lib = ['es2023', 'esnext.disposable'];
const dom = [...lib, 'dom', 'dom.iterable'];

/** How programs that use it are compiled. */
export const settings = {
  'nodenext as ESM': { type: 'module', module: 'nodenext', lib },
  'nodenext as CommonJS': { type: 'commonjs', module: 'nodenext', lib },
  bundler: { type: 'module', module: 'preserve', moduleResolution: 'bundler', lib },
  'bundler with DOM': { type: 'module', module: 'preserve', moduleResolution: 'bundler', lib: dom },
} as const;
