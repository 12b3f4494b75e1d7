// Tests of templates through HTTP: what they take, who may change them, and what campaigns keep.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CampaignInput } from '@attune/contract';
import { signedIn } from '../../access/teammates/teammates.fixture.ts';
import { callWith, campaignOf, experienceServer, json } from '../campaigns/campaigns.fixture.ts';

const server = await experienceServer({ api: true, worker: false });
after(server.close);
const { manage } = server;

const promo = {
  name: 'Promo',
  description: 'A line of text',
  schema: {
    type: 'object',
    properties: {
      text: { type: 'string', title: 'Text', default: 'Sale', maxLength: 20 },
      link: { type: 'string', title: 'Link', format: 'link' },
      tint: { type: 'string', title: 'Colour', format: 'colour', default: '#ff0000' },
    },
    required: ['text'],
  },
  view: '<b style="color: {{tint}}">{{text}}</b>',
};
const promoId = (await manage('POST', '/v2/templates', promo)).body.id as number;

const madeOf = (selector: string, data: unknown, more: Partial<CampaignInput> = {}) => ({
  ...campaignOf({
    selector,
    experiences: [{ name: 'E', variations: [{ name: 'A', weight: 1, payload: json(data) }] }],
  }),
  template: promoId,
  ...more,
});

async function faultsOf(body: unknown, path = '/v2/templates'): Promise<Record<string, string>> {
  const { status, body: answer, text } = await manage('POST', path, body);
  assert.equal(status, 422, text);
  return Object.fromEntries(
    answer.errors.map((one: { pointer: string; detail: string }) => [one.pointer, one.detail]),
  );
}

test('every site has six templates, which cannot be changed, and a new site as well', async () => {
  const other = callWith(server.url, await (await server.site('fresh')).key(['manage']));
  for (const call of [manage, other]) {
    const { items } = (await call('GET', '/v2/templates')).body;
    const builtIn = items.filter((one: { isBuiltIn: boolean }) => one.isBuiltIn);
    assert.deepEqual(
      builtIn.map((one: { template: { name: string } }) => one.template.name),
      ['Hero', 'Banner', 'Message bar', 'List of products', 'Feature flag', 'Recommendations'],
    );
  }
  const refused = await manage('PUT', '/v2/templates/1', promo);
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  const taken = await manage('POST', '/v2/templates', { ...promo, name: 'Hero' });
  assert.match(taken.body.detail, /built-in template/);
});

test('what every site has is itself what a template has to be', async () => {
  const { items } = (await manage('GET', '/v2/templates')).body;
  for (const { template, isBuiltIn } of items) {
    if (!isBuiltIn) continue;
    const again = { ...template, name: `My ${template.name}` };
    const made = await manage('POST', '/v2/templates', again);
    assert.deepEqual([made.status, made.body.template], [201, again], made.text);
    assert.deepEqual(made.body.warnings, []);
  }
});

test('a template that no form, no payload or no view can be made of is refused at its place', async () => {
  const { schema } = promo;
  const of = (more: object) => ({ ...promo, name: 'Wrong', ...more });
  assert.deepEqual(Object.keys(await faultsOf(of({ schema: { type: 'array' } }))), [
    '/schema/type',
  ]);
  assert.deepEqual(Object.keys(await faultsOf(of({ schema: { type: 'strung' } }))), [
    '/schema/type',
  ]);
  assert.deepEqual(Object.keys(await faultsOf(of({ schema: { type: 'string' } }))), [
    '/schema/default',
  ]);
  const missing = await faultsOf(of({ schema: { ...schema, required: ['text', 'link'] } }));
  assert.match(missing['/schema'] ?? '', /fault at \/link.*is required/);
  for (const view of ['{{#text}}', '{{{text}}}', '{{> part}}', 'a\n{{text', '{{/text}}']) {
    const faults = await faultsOf(of({ view }));
    assert.match(faults['/view'] ?? '', /\(line [12]\)$/, view);
  }
  const looped = { type: 'object', properties: { a: { $ref: '#' } } };
  assert.match((await faultsOf(of({ schema: looped })))['/schema'] ?? '', /refers to itself/);
});

test('what a template probably does not mean is told', async () => {
  const view = '<script>alert(1)</script>{{headline}}{{text}}';
  const made = await manage('POST', '/v2/templates', { ...promo, name: 'Odd', view });
  const told = made.body.warnings.map(({ detail }: { detail: string }) => detail).join();
  assert.match(told, /script, which does not run/);
  assert.match(told, /\{\{headline\}\}, which the schema has not/);
});

test('a campaign keeps the schema that it was made with, whatever its template becomes', async () => {
  const made = await manage('POST', '/v2/campaigns', madeOf('kept', { text: 'Hello' }));
  assert.deepEqual([made.status, made.body.campaign.payloadSchema], [201, promo.schema], made.text);
  const path = `/v2/campaigns/${made.body.id}`;
  const stricter = {
    ...promo.schema,
    properties: {
      ...promo.schema.properties,
      text: { type: 'string', default: 'x', maxLength: 3 },
    },
  };
  const changed = await manage('PUT', `/v2/templates/${promoId}`, { ...promo, schema: stricter });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual((await manage('GET', path)).body.campaign, made.body.campaign);
  const { campaign } = made.body;
  assert.equal((await manage('PUT', path, campaign)).status, 200);
  assert.equal((await manage('POST', `${path}/publish`)).status, 200);
  // Without a schema of its own it takes the template's, as it is by now.
  const { payloadSchema: _old, ...without } = campaign;
  const refused = await manage('PUT', path, without);
  assert.deepEqual(
    refused.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/experiences/0/variations/0/payload/data/text'],
  );
  await manage('PUT', `/v2/templates/${promoId}`, promo);
});

test('a link, an image and a colour look like one; what is wrong is told at the field', async () => {
  const bad = madeOf('formats', { text: 'a', link: 'javascript:alert(1)', tint: 'red' });
  const faults = await faultsOf(bad, '/v2/campaigns');
  const place = '/experiences/0/variations/0/payload/data';
  assert.match(faults[`${place}/link`] ?? '', /must be an address/);
  assert.match(faults[`${place}/tint`] ?? '', /must be a colour/);
  for (const [at, link] of ['/sale', 'https://shop.example/a?b#c', '#top', 'sale'].entries()) {
    const body = madeOf(`formats-${at}`, { text: 'a', link, tint: '#abcdef' });
    const made = await manage('POST', '/v2/campaigns', body);
    assert.equal(made.status, 201, made.text);
  }
});

test('a campaign of another type, or of a template that is not there, is refused', async () => {
  for (const type of ['sorting', 'recommendations']) {
    const other = { ...madeOf('other', {}), type };
    assert.match((await faultsOf(other, '/v2/campaigns'))['/template'] ?? '', /of type custom/);
  }
  const hero = { ...madeOf('other', {}), template: 6 };
  const faults = await faultsOf(hero, '/v2/campaigns');
  assert.match(faults['/template'] ?? '', /of type recommendations/);
  const gone = { ...madeOf('other', {}), template: 999_999 };
  assert.match((await faultsOf(gone, '/v2/campaigns'))['/template'] ?? '', /not a template/);
});

test('a template for recommendations makes what goes along with the items, with which it is seen', async () => {
  const { schema } = promo;
  const row = {
    name: 'Row',
    type: 'recommendations',
    schema,
    view: '{{text}}{{#items}}·{{/items}}',
  };
  const made = await manage('POST', '/v2/templates', row);
  assert.deepEqual([made.body.template, made.body.warnings], [row, []], made.text);
  const ofData = await manage('POST', '/v2/templates', { ...row, name: 'Data', type: 'custom' });
  assert.match(ofData.body.warnings[0].detail, /\{\{items\}\}, which the schema has not/);
  assert.deepEqual(ofData.body.template.type, undefined);
  const flag = { ...row, name: 'Flag', schema: { type: 'boolean' } };
  assert.match((await faultsOf(flag))['/schema/type'] ?? '', /must be one of object/);
  const strategy = (
    await manage('POST', '/v2/strategies', {
      ...{ name: 'Newest', steps: [{ method: { type: 'newest' } }] },
    })
  ).body.id as number;
  const of = (custom: unknown) => {
    const payload = { strategy, slots: 2, custom };
    const experiences = [{ name: 'E', variations: [{ name: 'A', weight: 1, payload }] }];
    return { ...campaignOf({ selector: 'row', experiences }), type: 'recommendations' };
  };
  const body = { ...of({ text: 'For you' }), template: made.body.id };
  const campaign = await manage('POST', '/v2/campaigns', body);
  assert.deepEqual([campaign.status, campaign.body.campaign.payloadSchema], [201, schema]);
  const faults = await faultsOf({ ...of({}), template: made.body.id }, '/v2/campaigns');
  assert.deepEqual(Object.keys(faults), ['/experiences/0/variations/0/payload/custom/text']);
});

test('an archived template makes no campaign; those that have it go on, and keep it from deletion', async () => {
  const { id } = (await manage('POST', '/v2/templates', { ...promo, name: 'Old' })).body;
  const of = (selector: string) => ({ ...madeOf(selector, { text: 'a' }), template: id });
  const made = await manage('POST', '/v2/campaigns', of('older'));
  const away = await manage('PUT', `/v2/templates/${id}`, {
    ...promo,
    name: 'Old',
    archived: true,
  });
  assert.deepEqual([away.status, away.body.template.archived], [200, true]);
  const faults = await faultsOf(of('newer'), '/v2/campaigns');
  assert.match(faults['/template'] ?? '', /archived/);
  const { campaign } = made.body;
  const replaced = await manage('PUT', `/v2/campaigns/${made.body.id}`, campaign);
  assert.equal(replaced.status, 200, replaced.text);
  const refused = await manage('DELETE', `/v2/templates/${id}`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  assert.match(refused.body.detail, /"older".*Archive it instead/);
  await manage('DELETE', `/v2/campaigns/${made.body.id}`);
  assert.equal((await manage('DELETE', `/v2/templates/${id}`)).status, 204);
});

test('on the console a template takes code editing, also from a file', async () => {
  const as = async (codeEditing: boolean) =>
    (await signedIn(server, server.test.id, { role: 'Editor', codeEditing })).ask;
  const [writer, developer] = [await as(false), await as(true)];
  const own = { ...promo, name: 'Of a teammate' };
  const refused = await writer('POST', '/sites/test/templates', own);
  assert.deepEqual([refused.status, refused.body.code], [403, 'role_missing']);
  const file = { templates: [own] };
  const carried = await writer('POST', '/sites/test/experiences/import', file);
  assert.equal(carried.status, 422);
  assert.match(JSON.stringify(carried.body), /takes the permission to edit code/);
  assert.equal((await developer('POST', '/sites/test/experiences/import', file)).status, 200);
  // What changes nothing takes nothing.
  assert.equal((await writer('POST', '/sites/test/experiences/import', file)).status, 200);
});
