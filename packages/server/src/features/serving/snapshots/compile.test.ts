// Tests of what a change of a site compiles again, and what it reuses.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { readConfig } from '../../../config.ts';
import { openSecrets } from '../../../secrets.ts';
import { compileSite } from './compile.ts';
import type { SiteData } from './site-data.ts';

const secrets = openSecrets(readConfig({ SECRET_KEY: 'k'.repeat(32) }));

function campaign(id: number, payload: string) {
  const definition = {
    id,
    name: `Campaign ${id}`,
    selector: `selector-${id}`,
    type: 'custom',
    experiences: [
      {
        id: 10 * id,
        name: 'Everybody',
        variations: [
          { id: 100 * id, name: 'A', weight: 1, payload: { type: 'CUSTOM_JSON', data: payload } },
        ],
      },
    ],
  };
  const text = JSON.stringify(definition);
  const { selector } = definition;
  return { id, selector, status: 'live', draft: text, published: text } as const;
}

function dataOf(campaigns: SiteData['campaigns'], condition: unknown = {}): SiteData {
  return {
    site: {
      id: 1,
      name: 'shop',
      vertical: 'E-commerce',
      features: [],
      settings: {},
      salt: randomBytes(32),
      identitySecret: secrets.encrypt(randomBytes(32), 'identity shop'),
      revision: 1,
      eventsFrom: null,
    },
    identifierTypes: [],
    audiences: [{ id: 1, condition }],
    campaigns,
    feeds: [],
    totals: undefined,
  };
}

test('a campaign that did not change is reused; the changed one is compiled', async () => {
  const before = await compileSite(dataOf([campaign(1, 'a'), campaign(2, 'b')]), secrets);
  const data = dataOf([campaign(1, 'a'), campaign(2, 'changed'), campaign(3, 'c')]);
  const { snapshot } = await compileSite(data, secrets, before);
  const was = before.snapshot.campaignsById;
  assert.equal(snapshot.campaignsById.get(1), was.get(1));
  assert.notEqual(snapshot.campaignsById.get(2)?.published, was.get(2)?.published);
  assert.match(JSON.stringify(snapshot.campaignsById.get(2)?.published?.definition), /changed/);
  assert.equal(snapshot.campaignsBySelector.get('selector-3')?.id, 3);
});

test('a pause or a new draft keeps what is compiled of the published one', async () => {
  const before = await compileSite(dataOf([campaign(1, 'a')]), secrets);
  const { draft } = campaign(1, 'draft');
  const paused = { ...campaign(1, 'a'), status: 'paused', draft } as const;
  const { snapshot } = await compileSite(dataOf([paused]), secrets, before);
  const now = snapshot.campaignsById.get(1);
  assert.equal(now?.published, before.snapshot.campaignsById.get(1)?.published);
  assert.equal(now?.status, 'paused');
  assert.match(JSON.stringify(now?.draft().definition), /draft/);
});

test('a changed audience compiles every campaign again', async () => {
  const before = await compileSite(dataOf([campaign(1, 'a')]), secrets);
  const data = dataOf([campaign(1, 'a')], { 'device.type': 'mobile' });
  const { snapshot } = await compileSite(data, secrets, before);
  assert.notEqual(snapshot.campaignsById.get(1), before.snapshot.campaignsById.get(1));
});
