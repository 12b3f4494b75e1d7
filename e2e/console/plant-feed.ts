// A feed with a history, for the journeys that look at the pages of feeds.
import assert from 'node:assert/strict';
import type { TestServer } from '../../packages/server/src/testing.ts';

/** An item that has all that a shop's items must have. */
export const item = (sku: string, more: Readonly<Record<string, unknown>> = {}) => ({
  ...{ sku, group_id: sku, name: `Shirt ${sku}`, url: `https://shop.example/${sku}` },
  ...{ price: 15, currency: 'USD', in_stock: true, categories: ['Shirts', 'Men'] },
  image_url: `https://pictures.example/${sku}.png`,
  ...more,
});

/** Makes items a feed's, as a shop's programs do. */
export async function putItems(
  server: TestServer,
  feedId: string,
  items: readonly unknown[],
): Promise<void> {
  await ask(server, 'PUT', `/v2/feeds/svcid/${feedId}`, { items });
}

export async function makeFeed(
  server: TestServer,
  feed: { readonly id: string; readonly name: string },
  items: readonly unknown[],
): Promise<void> {
  await ask(server, 'POST', '/v2/feeds', feed);
  await putItems(server, feed.id, items);
}

/** Leaves a file that is not published, which the feed would be of; its id. */
export async function sendFile(
  { url, test: site }: TestServer,
  feedId: string,
  items: readonly unknown[],
): Promise<string> {
  const response = await fetch(`${url}/v2/feeds/${feedId}/uploads?name=items.ndjson`, {
    method: 'POST',
    headers: {
      'svc-api-key': await site.key(['feed']),
      'content-type': 'application/octet-stream',
    },
    body: items.map((one) => `${JSON.stringify(one)}\n`).join(''),
  });
  const answered = (await response.json()) as { readonly id: string };
  assert.ok(response.ok, JSON.stringify(answered));
  return answered.id;
}

/** Asks as a shop's program does. */
export async function ask(
  { url, test: site }: TestServer,
  method: string,
  path: string,
  body: unknown,
): Promise<void> {
  const response = await fetch(url + path, {
    method,
    headers: { 'svc-api-key': await site.key(['feed']), 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, await response.text());
}

/** Has a browser find a picture at `https://pictures.example/`, whatever it is called. */
export const picture = {
  contentType: 'image/svg+xml',
  body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#1a7f8e" d="M1 2l2-1h3l2 1-1 2H7v4H2V4z"/></svg>',
};
