// Templates in a browser: a test from a card to live without JSON, a preview on a shop's own page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import {
  callWith,
  json,
} from '../../packages/server/src/features/experiences/campaigns/campaigns.fixture.ts';
import { openShopOf } from '../sdk/shop.ts';
import { openShop, type Shop, skip, untilInside, type Window } from './browser.ts';
import { addCondition, section } from './builder.ts';
import { lookAll, violationsOn } from './look.ts';

const shop = (skip ? undefined : await openShop()) as Shop;
const editor = { role: 'Editor', codeEditing: false } as const;
const developer = { role: 'Editor', codeEditing: true } as const;
const manage = skip
  ? undefined!
  : callWith(shop.server.url, await shop.server.test.key(['manage', 'feed']));

/** What the view of a variation shows. */
const viewIn = (page: Page | Locator, name: string) =>
  page.frameLocator(`iframe[title="View of ${name}"]`);

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Unsaved changes:').waitFor({ state: 'detached' });
}

/** A visitor of yesterday on a phone, who said what they like. */
async function returnOnPhone(server: Shop['server'], id: string, likes: string): Promise<void> {
  const client = await server.test.client(['collect']);
  const data = [{ attribute: 'categories', values: [likes] }];
  const properties = { svcType: 'inform-affinity-v1' as const, data };
  const timestamp = Date.now() - 86_400_000;
  await client.events({ user: { id }, events: [{ name: 'Quiz', properties, timestamp }] });
}

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
  'Version/18.0 Mobile/15E148 Safari/604.1';

test('a marketer makes a hero A/B test for returning phone visitors who like Shoes without JSON', {
  skip,
}, async () => {
  const { server } = shop;
  const { page, open, faults } = await shop.windowOf(editor);
  await open('/test/campaigns?new');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Autumn hero');
  await dialog.getByRole('radio', { name: 'Hero' }).check();
  await dialog.getByRole('radio', { name: 'A/B test' }).check();
  const found = await lookAll(page, 'new campaign');
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Create draft' }).click();
  await page.getByRole('heading', { name: 'Autumn hero', level: 1 }).waitFor();
  const variation = page.getByRole('group', { name: 'Variation Variation 1' });
  await variation.getByLabel('Headline').fill('Coats & <b>scarves</b>');
  await variation.getByLabel('Image', { exact: true }).fill('javascript:alert(1)');
  await variation.getByText('Must be the address of an image').waitFor();
  await variation.getByLabel('Image', { exact: true }).fill('');
  await variation.getByLabel('Background').fill('MistyRose');
  await variation.getByLabel('Headline').focus();
  await viewIn(page, 'Variation 1').getByText('Coats & <b>scarves</b>').waitFor();
  await variation.getByText('Phone', { exact: true }).click();
  found.push(...(await lookAll(page, 'hero form')));
  await page.setViewportSize({ width: 1440, height: 900 });
  await section(page, 'Targeting');
  await addCondition(page, 'returning');
  await addCondition(page, 'phone');
  await addCondition(page, 'likes');
  await page.getByRole('combobox', { name: 'Likes', exact: true }).fill('Shoes');
  await page.getByRole('button', { name: 'Save and review' }).click();
  await page.getByRole('button', { name: /^Publish/ }).click();
  await page.getByText(/^Version \d+ is live/).waitFor();
  const visitors = Array.from({ length: 30 }, (_, at) => `${900 + at}`);
  for (const id of visitors) await returnOnPhone(server, id, 'Shoes');
  await returnOnPhone(server, '899', 'Hats');
  await server.folded();
  const client = await server.test.client(['serve']);
  const shownTo = async (id: string, userAgent: string) => {
    const selector = { names: ['autumn-hero'] };
    const { choices } = await client.choose({
      ...{ user: { id }, selector, context: { device: { userAgent } } },
    });
    return JSON.stringify(choices[0]?.variations[0]?.payload.data ?? null);
  };
  const shown = new Set<string>();
  for (const id of visitors) shown.add(await shownTo(id, phone));
  assert.equal(await shownTo('899', phone), 'null', 'who likes Hats sees nothing of it');
  for (const id of visitors) assert.equal(await shownTo(id, ''), 'null', 'nor who has no phone');
  const hero = {
    headline: 'Coats & <b>scarves</b>',
    ...{ text: 'Fresh arrivals, picked for you.', button: 'Shop now', link: '/' },
    background: '#ffe4e1',
  };
  assert.deepEqual([...shown].sort(), [JSON.stringify(hero), 'null'].sort());
  assert.deepEqual([found, faults], [[], []]);
});

test('a preview link opens the shop with the draft, holds for the tab, and is left; then it is placed', {
  skip,
}, async () => {
  const { server } = shop;
  const keys = {
    server: await server.test.key(['serve', 'collect']),
    page: await server.test.key(['serve', 'collect'], 'Client-side'),
  };
  const site = await openShopOf(server.url, keys, '');
  const variations = [
    { name: 'Control', weight: 1, payload: null },
    { name: 'Bold', weight: 1, payload: json({ headline: 'Not live yet' }) },
  ];
  const experiences = [{ name: 'Everyone', variations }];
  const body = { name: 'Preview me', selector: 'hero', type: 'custom', template: 1, experiences };
  const made = await manage('POST', '/v2/campaigns', body);
  assert.equal(made.status, 201, made.text);
  const { page, context, open, faults } = await shop.windowOf(editor);
  await open(`/test/campaigns?id=${made.body.id}`);
  await viewIn(page, 'Bold').getByText('Not live yet').waitFor();
  const released = Promise.withResolvers<void>();
  await page.route('**/*.js', (route) => released.promise.then(() => route.continue()));
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByRole('status', { name: 'Loading' }).waitFor();
  released.resolve();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Page of your site').fill(`${site.url}/files/home`);
  await dialog.getByRole('img', { name: /^QR code of the preview link/ }).waitFor();
  await viewIn(dialog, 'Bold').getByText('Not live yet').waitFor();
  const found = await lookAll(page, 'preview');
  const opening = context.waitForEvent('page');
  await dialog.getByRole('link', { name: 'Open preview' }).click();
  const tab = await opening;
  await tab.getByText('Not live yet').waitFor();
  await tab.getByRole('link', { name: 'On' }).click();
  await tab.waitForURL('**/files/home-next');
  await tab.getByText('Not live yet').waitFor();
  await tab.goto(`${site.url}/files/home?attune_preview=off`);
  await tab.getByText('Welcome').waitFor();
  await tab.goto(`${site.url}/files/home`);
  await tab.getByText('Welcome').waitFor();
  const log = await server.ctx.pool.query(
    `select count(*) as exposures from event where site_id = $1 and kind = 'exposure'
     and data like '%' || $2 || '%'`,
    [server.test.id, String(made.body.id)],
  );
  assert.equal(log.rows[0].exposures, '0', 'a preview never counts');
  await placeBySnippet({ page, context, open }, made.body.id, keys.page);
  // The page is remembered for the site.
  await page.reload();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await untilInside(page, `document.querySelector('[role=dialog] input[inputmode=url]')?.value`);
  assert.deepEqual([found, faults], [[], []]);
});

/** A developer pastes a live campaign's code into a page; the console says that it shows. */
async function placeBySnippet(
  { page, context, open }: Pick<Window, 'page' | 'context' | 'open'>,
  id: number,
  key: string,
): Promise<void> {
  await manage('POST', `/v2/campaigns/${id}/publish`);
  await open(`/test/campaigns?id=${id}`);
  await page.getByRole('button', { name: 'No page has shown it yet' }).click();
  await page.getByText('No page has shown this campaign yet').waitFor();
  await page.getByRole('button', { name: 'For developers', exact: true }).click();
  const code = await page.locator('pre').first().innerText();
  const body = code.replace('<CLIENT-SIDE API KEY>', key);
  const visitor = await context.newPage();
  await visitor.route('**/placed', (route) => route.fulfill({ contentType: 'text/html', body }));
  const logged = visitor.waitForEvent('console');
  await visitor.goto(`${shop.server.url}/placed`);
  // Half of the visitors see the fallback.
  assert.match((await logged).text(), /^{(headline: Not live yet)?}$/);
  await shop.server.folded();
  await page.reload();
  await page.getByText('Last shown to a new visitor').waitFor();
}

test('products are found by name, and members that the form does not know are kept and told', {
  skip,
}, async () => {
  await manage('POST', '/v2/feeds', { id: '41', name: 'Shoes' });
  const item = (sku: string, name: string) => ({
    ...{ sku, name, group_id: sku, url: `https://shop.example/${sku}`, price: 10, in_stock: true },
    ...{ image_url: `https://shop.example/${sku}.jpg`, categories: ['Shoes'] },
  });
  const items = [item('r-1', 'Red runner'), item('b-2', 'Blue boot')];
  const put = await manage('PUT', '/v2/feeds/svcid/41', { items });
  assert.equal(put.status, 200, put.text);
  const data = '{"title":"Picks","price":1.50,"products":["b-2"]}';
  const variation = { name: 'List', weight: 1, payload: json('DATA') };
  const body = { name: 'Picks', selector: 'picks', type: 'custom', template: 4 };
  const text = JSON.stringify({ ...body, experiences: [{ name: 'E', variations: [variation] }] });
  const made = await manage('POST', '/v2/campaigns', text.replace('"DATA"', data));
  assert.equal(made.status, 201, made.text);
  const { page, open, faults } = await shop.windowOf(editor);
  await open(`/test/campaigns?id=${made.body.id}`);
  await page.getByText('kept as in the JSON: price').waitFor();
  await viewIn(page, 'List').getByText('Blue boot').waitFor();
  await page.getByRole('button', { name: 'Add to Products' }).click();
  await page.getByPlaceholder('A sku, or part of a name').last().fill('runner');
  await page.getByRole('option', { name: /Red runner/ }).click();
  await viewIn(page, 'List').getByText('Red runner').waitFor();
  await save(page);
  const saved = await manage('GET', `/v2/campaigns/${made.body.id}`);
  const expected = '"data":{"title":"Picks","price":1.50,"products":["b-2","r-1"]}';
  assert.ok(saved.text.includes(expected), saved.text);
  const broken = faults.filter((one) => !/shop\.example/.test(one));
  assert.deepEqual(broken, []);
});

test('a developer makes a template, tries it, and changes it; a campaign keeps what it had', {
  skip,
}, async () => {
  const { page, open, faults } = await shop.windowOf(developer);
  await open('/test/templates');
  await page.getByRole('link', { name: 'Feature flag' }).waitFor();
  const found = await lookAll(page, 'templates');
  const pictures = page.frames().filter((one) => one !== page.mainFrame());
  assert.ok(pictures.length > 0);
  for (const picture of pictures) {
    const style = 'getComputedStyle(document.documentElement).overflow';
    assert.equal(await picture.evaluate(style), 'hidden', 'a picture does not scroll');
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'New template' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Quote');
  await page.getByLabel('View', { exact: true }).fill('<q>{{headline}');
  await page.getByLabel('View', { exact: true }).fill('<q>{{headline}}</q>');
  await page.getByLabel('Headline').fill('Tried out');
  await viewIn(page, 'the template').getByText('Tried out').waitFor();
  await page.getByRole('button', { name: 'Create template' }).click();
  await page.getByRole('heading', { name: 'Quote', level: 1 }).waitFor();
  found.push(...(await violationsOn(page)));
  const { items } = (await manage('GET', '/v2/templates?q=quote')).body;
  const { id, template } = items[0];
  const variation = { name: 'A', weight: 1, payload: json({ headline: 'Kept' }) };
  const campaign = await manage('POST', '/v2/campaigns', {
    ...{ name: 'Quoted', selector: 'quoted', type: 'custom', template: id },
    experiences: [{ name: 'E', variations: [variation] }],
  });
  const properties = { ...template.schema.properties, by: { type: 'string', title: 'Said by' } };
  const changed = { ...template, schema: { ...template.schema, properties } };
  assert.equal((await manage('PUT', `/v2/templates/${id}`, changed)).status, 200);
  await open(`/test/campaigns?id=${campaign.body.id}`);
  await page.getByText('The template has changed since').waitFor();
  assert.equal(await page.getByLabel('Said by').count(), 0);
  await page.getByRole('button', { name: 'Use the new fields' }).click();
  await page.getByLabel('Said by').fill('Ann');
  await save(page);
  const saved = (await manage('GET', `/v2/campaigns/${campaign.body.id}`)).body.campaign;
  assert.deepEqual(saved.experiences[0].variations[0].payload.data, {
    headline: 'Kept',
    by: 'Ann',
  });
  assert.deepEqual([found, faults], [[], []]);
});

test('without code editing a template is read, and its form tried', { skip }, async () => {
  const { page, open, faults } = await shop.windowOf(editor);
  await open('/test/templates?id=1');
  await page.getByText('This template is built in').waitFor();
  assert.equal(await page.getByLabel('Name', { exact: true }).isEditable(), false);
  assert.equal(await page.getByRole('button', { name: /Duplicate|Delete|Save/ }).count(), 0);
  await viewIn(page, 'the template').getByText('New this week').waitFor();
  assert.deepEqual(faults, []);
});

test('a view runs nothing, whatever it says, and reaches nothing of the console', {
  skip,
}, async () => {
  const view = `<p id="seen">Seen</p><script>document.getElementById('seen').textContent = 'Ran'</script>
    <img src="/x.png" onerror="document.getElementById('seen').textContent = 'Ran'">
    <form action="/console/api/session"><button>Go</button></form>
    <iframe src="/console"></iframe><meta http-equiv="refresh" content="0;url=/console">`;
  const made = await manage('POST', '/v2/templates', {
    ...{ name: 'Hostile', schema: { type: 'boolean' }, view },
  });
  assert.equal(made.status, 201, made.text);
  const { page, open } = await shop.windowOf(developer);
  const asked: string[] = [];
  page.on('request', (request) =>
    asked.push(`${request.frame() === page.mainFrame()} ${request.url()}`),
  );
  await open(`/test/templates?id=${made.body.id}`);
  await viewIn(page, 'the template').getByText('Seen').waitFor();
  const [frame] = page.frames().filter((one) => one !== page.mainFrame());
  assert.ok(frame?.url().startsWith('data:text/html'));
  assert.deepEqual(
    asked.filter((one) => one.startsWith('false') && !one.includes('data:')),
    [],
  );
});
