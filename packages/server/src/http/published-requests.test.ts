// Requests as clients of this API family send them, each with what it should get.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { createKey } from '../features/access/api-keys/index.ts';
import {
  type Answered,
  callWith,
  experienceServer,
  variation,
} from '../features/experiences/campaigns/campaigns.fixture.ts';
import { eventually } from '../testing.ts';

interface Published {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: as the file has it.
  readonly body: any;
}

const root = new URL('../../../../', import.meta.url);
const file = new URL('../shared/data/requests/requests.json', root);
const requests: readonly Published[] = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : [];
const skip = requests.length === 0 && 'the published requests are not beside this checkout';

const server = await experienceServer(undefined, { vertical: 'Other' });
after(server.close);
const { log, publish, manage } = server;
const permissions = ['serve', 'collect', 'userprofile', 'userdata', 'feed'];
const keyOf = async (compatibility: boolean) => {
  const request = { name: 'k', source: 'Server-side', permissions, compatibility };
  return (await createKey(server.ctx, server.test.snapshot(), request, 'test')).value;
};
const ours = callWith(server.url, await keyOf(false));
const theirs = callWith(server.url, await keyOf(true));

const find = (name: string): Published => {
  const found = requests.find((one) => one.name === name);
  assert.ok(found, name);
  return found;
};
type Send = typeof ours;
const play = (name: string, send: Send = ours, headers = {}): Promise<Answered> => {
  const { method, path, body } = find(name);
  return send(method, path, body ?? undefined, headers);
};
const dataOf = ({ body }: Answered) => body.choices[0]?.variations[0]?.payload.data;
const told = ({ body }: Answered): string => JSON.stringify(body.warnings ?? []);
const toldByHeader = ({ headers }: Answered) => headers.get('svc-warnings') ?? '';
const of = async (userId: string) => (await log()).filter((one) => one.userId === userId);

before(async () => {
  const both = [variation('one'), { ...variation('two'), name: 'Two' }];
  const experiences = [{ name: 'All', variations: both }];
  await publish({ selector: 'home-hero', experiences });
  await publish({
    selector: 'for-you',
    experiences: [{ name: 'A', variations: [variation('x')] }],
  });
});

test('a user id of the site’s own keeps its variation, and gets no cookies', { skip }, async () => {
  const answers = [];
  for (let n = 0; n < 20; n += 1) answers.push(await play('own user id is a uuid'));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(answers.map(dataOf)).size, 1);
  assert.deepEqual(answers[0]?.body.cookies, []);
});

test('names of the original family are read with compatibility on, and told off', {
  skip,
}, async () => {
  const name = 'names of the original family';
  const answers = [];
  for (let n = 0; n < 20; n += 1) answers.push(await play(name, theirs));
  assert.equal(new Set(answers.map(dataOf)).size, 1);
  const cookies = answers[0]?.body.cookies as { name: string; value: string }[];
  assert.deepEqual(
    cookies.map((cookie) => [cookie.name, cookie.value]),
    [
      ['_dyid_server', '7282320792394869879'],
      ['_dyjsession', 'ohyr6v42l9zd4bpinnvp7urjjx9lrssw'],
    ],
  );
  assert.match(answers[0]?.headers.get('dy-trace-id') ?? '', /^[0-9a-f]{32}$/);
  assert.equal(told(answers[0]!), '[]');
  const off = await play(name);
  assert.equal(off.status, 200);
  assert.match(told(off), /\/user\/dyid: .*svcid.*\/session\/dy: .*"svc\\"/);
});

test('optional fields that are null or empty cost nothing', { skip }, async () => {
  const answer = await play('optional fields are null or empty');
  assert.deepEqual([answer.status, answer.body.choices.length], [200, 1]);
  assert.equal(answer.body.warnings, undefined);
});

test('rules that say nothing, or too much, are passed over and told', { skip }, async () => {
  for (const name of ['a rule without conditions', 'more values than the limit']) {
    const answer = await play(name);
    assert.deepEqual([answer.status, dataOf(answer)], [200, 'x']);
  }
  assert.match(told(await play('a rule without conditions')), /realtimeRules\/0/);
});

test('a page without a type is some page', { skip }, async () => {
  const answer = await play('a page without a type');
  assert.deepEqual([answer.status, answer.body.warnings], [200, undefined]);
});

test('an event of the original family counts with compatibility on, and is kept off', {
  skip,
}, async () => {
  const name = 'typed event of the original family, price as text';
  const off = await play(name);
  assert.equal(off.status, 204);
  assert.match(toldByHeader(off), /ignored_field=1;use="svcType"/);
  const on = await play(name, theirs);
  assert.deepEqual([on.status, toldByHeader(on)], [204, '']);
  const logged = (await log()).filter(({ event }) => event.name === 'Add to Cart');
  assert.deepEqual(
    logged.map(({ kind, event }) => [kind, event.value, event.quantity, event.type]),
    [
      ['unrecognised', undefined, undefined, 'add-to-cart-v1'],
      ['add-to-cart', 29, 1, undefined],
    ],
  );
});

test('a mistyped type is kept, and told with the name that was meant', { skip }, async () => {
  const answer = await play('an event type that is mistyped');
  assert.equal(answer.status, 204);
  assert.equal(toldByHeader(answer), 'unknown_event_type=1;use="purchase-v1"');
  const kept = (await log()).find(({ event }) => event.name === 'Purchase');
  assert.deepEqual([kept?.kind, kept?.event.type], ['unrecognised', 'purchase']);
});

test('an event needs no properties', { skip }, async () => {
  assert.equal((await play('an event without properties')).status, 204);
});

test('a login links the names that can be read, and tells the others', { skip }, async () => {
  const answer = await play('a login with one unknown secondary identifier');
  assert.deepEqual([answer.status, toldByHeader(answer)], [204, 'ignored_value=1']);
  const { body } = await eventually(async () => {
    const found = await ours('GET', '/v2/userprofile/export?cuid=42&cuidType=external');
    return found.body.identifiers.length > 0 && found;
  });
  assert.deepEqual(
    body.identifiers.map(({ type }: { type: string }) => type),
    ['external', 'he'],
  );
});

test('a login of nobody is kept, links nobody, and is told', { skip }, async () => {
  const answer = await play('a person who is a programming mistake');
  assert.deepEqual([answer.status, toldByHeader(answer)], [204, 'ignored_value=1']);
  const [event] = await of('-4350463893986789402');
  assert.deepEqual([event?.kind, event?.event.identifiers], ['login', []]);
  const { body } = await ours('GET', '/v2/userprofile/export?cuid=undefined&cuidType=external');
  assert.deepEqual(body.userIds, []);
});

test('impressions of several slots come in one', { skip }, async () => {
  const items = ['a', 'b', 'c'].map((sku) => ({ sku }));
  await ours('POST', '/v2/feeds', { id: '777', name: 'Shop' });
  await ours('PUT', '/v2/feeds/svcid/777', { items });
  const strategy = { name: 'Newest', steps: [{ method: { type: 'newest' } }] };
  const { id } = (await manage('POST', '/v2/strategies', strategy)).body;
  const payload = { strategy: Number(id), slots: 2 };
  await publish({
    ...{ selector: 'slots', type: 'recommendations' },
    experiences: [{ name: 'A', variations: [{ name: 'One', weight: 1, payload }] }],
  } as never);
  const { path, body } = find('slot impressions of several slots');
  const chosen = await eventually(async () => {
    const answer = await ours('POST', '/v2/serve/user/choose', {
      user: body.user,
      selector: { names: ['slots'] },
    });
    return dataOf(answer)?.slots?.length === 2 && answer;
  });
  const slotIds = dataOf(chosen).slots.map(({ slotId }: { slotId: string }) => slotId);
  const sent = { ...body, engagements: [{ ...body.engagements[0], slotIds }] };
  const answer = await ours('POST', path, sent);
  assert.deepEqual([answer.status, toldByHeader(answer)], [204, '']);
  const seen = (await log()).filter(({ kind }) => kind === 'impression');
  assert.equal(seen.length, 2);
});

test('a profile is read by the user id itself', { skip }, async () => {
  const answer = await play('profile by the user id itself');
  assert.deepEqual([answer.status, answer.body], [200, {}]);
});

test('what curl calls a form is read', { skip }, async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await play('form content type, as curl sends it', ours, form);
  assert.deepEqual([answer.status, answer.body.choices.length], [200, 1]);
});

test('a name that is nearly one is told', { skip }, async () => {
  const answer = await play('selector.name for selector.names');
  assert.equal(answer.status, 200);
  assert.match(told(answer), /\/selector\/name: .*\\"names\\"/);
});

test('a batch is taken as far as it is good', { skip }, async () => {
  const prefer = { prefer: 'return=representation' };
  const plain = await play('a batch with one bad event');
  assert.deepEqual([plain.status, toldByHeader(plain)], [204, 'rejected_event=1']);
  const { status, body } = await play('a batch with one bad event', ours, prefer);
  assert.deepEqual([status, body.accepted], [200, 2]);
  assert.deepEqual(
    body.rejected.map(({ index, code }: { index: number; code: string }) => [index, code]),
    [[1, 'rejected_event']],
  );
  const kinds = (await log()).filter(({ event }) => ['Seen', 'Bought'].includes(event.name));
  assert.deepEqual(
    kinds.map(({ kind }) => kind),
    ['product-view', 'purchase', 'product-view'],
    'a transaction counts once',
  );
});

test('an explicit no gets the default, no cookies, and leaves nothing', { skip }, async () => {
  const before = (await log()).length;
  const answer = await play('an explicit no');
  assert.deepEqual([answer.status, answer.body.cookies], [200, []]);
  assert.deepEqual(answer.body.choices[0].variations, []);
  assert.equal((await log()).length, before);
});
