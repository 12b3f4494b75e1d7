// Each list is searched in one way: whatever the case, the width and the accents of a text.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { signedIn } from './features/access/teammates/teammates.fixture.ts';
import {
  callWith,
  campaignOf,
  experienceServer,
} from './features/experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer({ api: true, worker: false }, { vertical: 'Other' });
after(server.close);
const { manage, test: site } = server;
const siteName = site.snapshot().site.name;

const written: Readonly<Record<string, readonly string[]>> = {
  'Schuhe in Übergröße': ['übergrösse', 'UBERGROSSE', 'ÜBERGRÖSSE', 'U\u0308bergro\u0308ße'],
  'ÉCLAIR au café': ['éclair', 'eclair', 'E\u0301CLAIR AU CAFE', 'ｃａｆé'],
  'Чашка чая': ['чашка', 'ЧАШКА'],
};
const condition = { channel: 'WEB' };
/** What makes one of each list, and how it is called there. */
const lists: Readonly<Record<string, (name: string) => Record<string, unknown>>> = {
  campaigns: (name) => ({ ...campaignOf({ selector: `s ${name}` }), name: 'Some' }),
  'campaigns by name': (name) => ({ ...campaignOf({ selector: `by ${name.length}` }), name }),
  audiences: (name) => ({ name, condition }),
  layers: (name) => ({ name }),
  holdouts: (name) => ({ name, share: 0.1 }),
  strategies: (name) => ({ name, steps: [{ method: { type: 'newest' } }] }),
  templates: (name) => ({ name, schema: { type: 'boolean' } }),
  metrics: (name) => ({ name, kind: 'conversion', event: { type: 'purchase' } }),
};

/** Searches for each writing of each text: what is found has to be the one that has it. */
async function assertFound(find: (text: string) => Promise<readonly unknown[]>, of: string) {
  for (const [name, texts] of Object.entries(written)) {
    const [exactly] = await find(name);
    assert.notEqual(exactly, undefined, `${of}: ${name}`);
    for (const text of texts) assert.deepEqual(await find(text), [exactly], `${of}: ${text}`);
  }
  assert.deepEqual(await find('nothing like it'), []);
}

for (const [list, inputOf] of Object.entries(lists)) {
  test(`${list} are found however a text is written`, async () => {
    const path = `/v2/${list.split(' ')[0]}`;
    for (const name of Object.keys(written)) {
      const made = await manage('POST', path, inputOf(name));
      assert.equal(made.status, 201, made.text);
    }
    const other = list === 'campaigns' ? /^s / : /./;
    await assertFound(async (text) => {
      const { body } = await manage('GET', `${path}?q=${encodeURIComponent(text)}`);
      const called = body.items.map((one: Record<string, { name: string; selector?: string }>) => {
        const { name, selector } = Object.values(one).find((part) => part?.name) ?? { name: '' };
        return selector ?? name;
      });
      return called.filter(
        (name: string) => other.test(name) && !(list.includes('by') && /^s /.test(name)),
      );
    }, list);
  });
}

test('keys, and what the audit log has of them, are found however a text is written', async () => {
  const admin = await signedIn(
    server,
    site.id,
    { role: 'Admin', codeEditing: true },
    'zoë@x.example',
  );
  for (const name of Object.keys(written)) {
    const key = { name, notes: '', source: 'Server-side', permissions: ['serve'] };
    const made = await admin.ask('POST', `/sites/${siteName}/keys`, key);
    assert.equal(made.status, 201, JSON.stringify(made.body));
  }
  const search = (text: string) => `search=${encodeURIComponent(text)}`;
  await assertFound(async (text) => {
    const { body } = await admin.ask('GET', `/sites/${siteName}/keys?${search(text)}`);
    return body.keys.map(({ name }: { name: string }) => name);
  }, 'keys');
  await assertFound(async (text) => {
    const path = `/sites/${siteName}/audit?action=key.create&actor=ZOE&${search(text)}`;
    const { body } = await admin.ask('GET', path);
    return body.entries.map(({ subject }: { subject: string }) => subject);
  }, 'the audit log');
});

test('items are found however a text is written', async () => {
  const feeds = callWith(server.url, await site.key(['feed']));
  await feeds('POST', '/v2/feeds', { id: '9', name: 'Shop' });
  const items = Object.keys(written).map((name, at) => ({ sku: `${at}`, name, brand: name }));
  const put = await feeds('PUT', '/v2/feeds/svcid/9', { items });
  assert.equal(put.status, 200, put.text);
  await assertFound(async (text) => {
    const { body } = await feeds('GET', `/v2/feeds/9/items?q=${encodeURIComponent(text)}`);
    return body.items.map(({ sku }: { sku: string }) => sku);
  }, 'items');
});
