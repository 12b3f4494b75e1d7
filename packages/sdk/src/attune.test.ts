// The client before a real server: who a visitor is there, and what is recorded of them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  experienceServer,
  variation,
} from '../../server/src/features/experiences/campaigns/campaigns.fixture.ts';
import { createClient, createVisitor, type Exposure } from './index.ts';
import { creditFirstUse } from './openfeature.ts';
import { tokenFor, visitorFor } from './server.ts';

const server = await experienceServer();
after(server.close);
const { url, test: site, publish, manage, log } = server;
// A busy machine is no server that hangs.
const patient = { url: `${url}/`, timeoutMs: 20_000 };
const both = ['serve', 'collect'] as const;
const client = createClient({ ...patient, key: await site.key(both) });
const publicKey = await site.key(both, 'Client-side');

const hero = await publish({ selector: 'hero' });
await publish({ selector: 'flag' });
await publish({
  selector: 'nobody',
  experiences: [{ name: 'Everybody', variations: [variation(null, 1, 'Control')] }],
});

/** What a user did and was shown. */
const logOf = async (userId: string) =>
  (await log()).filter((one) => one.userId === userId && one.kind !== 'decision');

test("a server's visitor is the page's visitor: what one is shown, the other clicks", async () => {
  const headers = new Headers();
  const shown = visitorFor(client, new Request('https://shop.example/'), headers);
  const chosen = await shown.experiences({
    hero: 'fallback',
    nobody: 'fallback',
    gone: 'fallback',
  });
  assert.equal(chosen.hero.error, undefined);
  assert.equal(chosen.hero.value, 'hello');
  assert.equal(chosen.nobody.value, 'fallback');
  assert.equal(chosen.gone.value, 'fallback');

  const exposures: Exposure[] = [];
  const cookie = headers.getSetCookie().map((text) => text.split(';')[0]);
  const visitor = createVisitor({
    ...{ ...patient, key: publicKey },
    window: pageWith(cookie.join('; ')),
    onExposure: (exposure) => exposures.push(exposure),
  });
  visitor.preload(JSON.parse(JSON.stringify(chosen)));
  const { value } = await visitor.experience('hero', '');
  assert.equal(value, 'hello');
  assert.deepEqual(
    exposures.map(({ selector, campaign }) => [selector, campaign.id]),
    [['hero', hero]],
  );
  visitor.click(chosen.hero);
  visitor.track({ name: 'Quiz', properties: { step: 1 } });
  assert.deepEqual(await visitor.flush(), {});
  assert.deepEqual(await visitor.pageview({ type: 'HOMEPAGE' }), {});
  const logged = await logOf(shown.ids.userId);
  assert.deepEqual(logged.map(({ kind }) => kind).sort(), [
    'click',
    'custom',
    // Control groups are exposed as well.
    'exposure',
    'exposure',
    'pageview',
  ]);
  assert.deepEqual([...new Set(logged.map(({ event }) => event.session))], [shown.ids.sessionId]);
});

/** A page whose cookies the server has set. */
const pageWith = (cookie: string) => ({
  location: { href: 'https://shop.example/' },
  document: {
    ...{ cookie, referrer: '', visibilityState: 'visible', documentElement: { lang: '' } },
    addEventListener: () => undefined,
  },
});

test('a page speaks for a person with the proof of the server, and not without it', async () => {
  const secret = site.snapshot().identitySecret;
  assert.ok(secret);
  const person = { cuid: 'ann', cuidType: 'external' };
  const token = await tokenFor(secret.toString('hex'), person);
  const warningsOf = async (named: typeof person & { token?: string }) => {
    const visitor = createVisitor({ ...patient, key: publicKey, person: named });
    const { warnings = [] } = await visitor.choose({ selector: { names: ['hero'] } });
    return warnings.map(({ code }) => code);
  };
  assert.deepEqual(await warningsOf({ ...person, token }), []);
  assert.deepEqual(await warningsOf(person), ['cuid_unverified']);
});

test('a preview link shows the draft', async () => {
  const { body } = await manage('POST', '/v2/campaigns', {
    ...{ name: 'Draft', selector: 'draft', type: 'custom' },
    experiences: [{ name: 'Everybody', variations: [variation('soon')] }],
  });
  const { body: preview } = await manage('POST', `/v2/campaigns/${body.id}/preview`, {});
  const page = `https://shop.example/?attune_preview=${encodeURIComponent(preview.previewId)}`;
  const seen = async (address: string) =>
    (await visitorFor(client, new Request(address)).experience('draft', 'live')).value;
  assert.equal(await seen(page), 'soon');
  assert.equal(await seen('https://shop.example/'), 'live');
});

test('an event that is sent again counts once', async () => {
  const events = [{ name: 'Once', eventId: 'once', properties: {} }];
  for (let times = 0; times < 2; times++) {
    assert.deepEqual(await client.events({ user: { svcid: '77' }, events }), {});
  }
  assert.equal((await logOf('77')).length, 1);
});

test('a flag exposes at its first use, once', async () => {
  const { choices } = await client.choose({
    user: { id: '78' },
    selector: { names: ['flag'] },
    options: { isImplicitImpressionMode: false },
  });
  const decisionId = choices[0]?.decisionId ?? '';
  assert.deepEqual(await logOf('78'), []);
  const reports: unknown[] = [];
  const hook = creditFirstUse({
    engagement: (...request) => {
      const sent = client.engagement(...request);
      reports.push(sent);
      return sent;
    },
  });
  for (let times = 0; times < 3; times++) {
    hook.after({ context: { targetingKey: '78' } }, { flagMetadata: { decisionId } });
  }
  assert.deepEqual(await Promise.all(reports), [{}]);
  assert.deepEqual(
    (await logOf('78')).map(({ kind }) => kind),
    ['exposure'],
  );
});
