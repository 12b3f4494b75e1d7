// Invitations and roles: how somebody becomes a teammate, and which changes are allowed.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { roles } from '@attune/contract';
import { testServer } from '../../../testing.ts';
import { inviteFirstAdmin } from './first-admin.ts';
import { expelTeammate, resetTeammate } from './recovery.ts';
import { consoleBrowser, password, signedIn } from './teammates.fixture.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const { ctx, url, test: site } = server;
const admin = { role: 'Admin', codeEditing: true } as const;

test('the link of the first start makes the first Admin, once', async () => {
  const path = await inviteFirstAdmin(ctx, site.snapshot(), 'test');
  const again = await inviteFirstAdmin(ctx, site.snapshot(), 'test');
  const [earlier, token] = [path, again].map((one) => one?.split('#token=')[1]);
  const browser = consoleBrowser(url);
  assert.equal((await browser.ask('POST', '/invitation/read', { token: earlier })).status, 404);
  const { body } = await browser.ask('POST', '/invitation/read', { token });
  assert.deepEqual(
    [body.site, body.role, body.codeEditing, body.email],
    ['test', 'Admin', true, null],
  );
  const teammate = { name: 'First', password };
  const nameless = await browser.ask('POST', '/invitation/accept', { token, teammate });
  assert.deepEqual(nameless.body.errors[0].pointer, '/teammate/email');
  const full = { token, teammate: { ...teammate, email: 'First@shop.example' } };
  assert.equal((await browser.ask('POST', '/invitation/accept', full)).body.site, 'test');
  assert.equal((await browser.ask('GET', '/session')).body.teammate.email, 'first@shop.example');
  assert.equal((await browser.ask('POST', '/invitation/accept', full)).status, 404);
  assert.equal(await inviteFirstAdmin(ctx, site.snapshot(), 'test'), undefined);
});

test('an invitation is for its address, in its role, once, for seven days', async () => {
  const boss = await signedIn(server, site.id, admin, 'boss@shop.example');
  const wanted = { email: 'New@shop.example', role: 'Editor', codeEditing: true };
  const made = await boss.ask('POST', '/sites/test/invitations', wanted);
  const token = made.body.link.split('#token=')[1];
  assert.ok(made.body.link.startsWith(`${url}/console/invitation#token=`), made.body.link);
  const listed = (await boss.ask('GET', '/sites/test/teammates')).body.invitations;
  assert.equal(listed[0].email, 'new@shop.example');
  const other = await signedIn(server, site.id, { role: 'Viewer', codeEditing: false });
  assert.equal((await other.ask('POST', '/invitation/accept', { token })).status, 409);
  assert.deepEqual((await other.ask('GET', '/sites/test/teammates')).body.invitations, []);
  const guest = consoleBrowser(url);
  const accept = { token, teammate: { name: 'New', password } };
  assert.equal((await guest.ask('POST', '/invitation/accept', accept)).status, 200);
  const { sites } = (await guest.ask('GET', '/session')).body;
  assert.deepEqual([sites[0].role, sites[0].codeEditing], ['Editor', true]);
  assert.equal((await consoleBrowser(url).ask('POST', '/invitation/accept', accept)).status, 404);
  const twice = await boss.ask('POST', '/sites/test/invitations', wanted);
  assert.equal(twice.status, 409);
});

test('the role of a pending invitation is changed, and its link stays the same', async () => {
  const shop = await server.site('pending');
  const boss = await signedIn(server, shop.id, admin, 'boss@pending.example');
  const limited = { role: 'Admin', codeEditing: false } as const;
  const plain = await signedIn(server, shop.id, limited, 'plain@pending.example');
  const at = '/sites/pending/invitations';
  const wanted = { email: 'late@pending.example', role: 'Viewer', codeEditing: false };
  const made = (await boss.ask('POST', at, wanted)).body;
  const path = `${at}/${made.invitation.id}`;
  assert.equal((await plain.ask('PUT', path, admin)).body.code, 'role_missing', 'beyond their own');
  const role = { role: 'Editor', codeEditing: true };
  assert.equal((await boss.ask('PUT', path, role)).status, 204);
  assert.equal((await plain.ask('PUT', path, limited)).body.code, 'role_missing', 'takes it away');
  const [entry] = (await boss.ask('GET', '/sites/pending/audit?action=teammate')).body.entries;
  assert.deepEqual(
    [entry.action, entry.subject, entry.details],
    [
      'teammate.change-invitation',
      'late@pending.example',
      { before: { role: 'Viewer', codeEditing: false }, after: role },
    ],
  );
  const token = made.link.split('#token=')[1];
  const late = consoleBrowser(url);
  const accept = { token, teammate: { name: 'Late', password } };
  assert.equal((await late.ask('POST', '/invitation/accept', accept)).status, 200);
  const { sites } = (await late.ask('GET', '/session')).body;
  assert.deepEqual([sites[0].role, sites[0].codeEditing], ['Editor', true]);
  assert.equal((await boss.ask('PUT', path, role)).status, 404);
});

test('an existing teammate joins another site with the same account', async () => {
  const elsewhere = await server.site('elsewhere');
  const there = await signedIn(server, elsewhere.id, admin, 'there@shop.example');
  const here = await signedIn(
    server,
    site.id,
    { role: 'Viewer', codeEditing: false },
    'here@shop.example',
  );
  const wanted = { email: here.email, role: 'Viewer', codeEditing: false };
  const made = await there.ask('POST', '/sites/elsewhere/invitations', wanted);
  const token = made.body.link.split('#token=')[1];
  const again = { token, teammate: { name: 'Again', password } };
  const { status } = await consoleBrowser(url).ask('POST', '/invitation/accept', again);
  assert.equal(status, 409, 'whose password it is has an account already');
  assert.equal((await here.ask('POST', '/invitation/accept', { token })).status, 200);
  const { sites } = (await here.ask('GET', '/session')).body;
  assert.deepEqual(
    sites.map(({ name }: { name: string }) => name),
    ['elsewhere', 'test'],
  );
});

test('no teammate changes themself, gives what they do not have, or lowers the last Admin', async () => {
  const shop = await server.site('roles');
  const at = '/sites/roles/teammates';
  const first = await signedIn(server, shop.id, admin, 'one@roles.example');
  const plain = await signedIn(
    server,
    shop.id,
    { role: 'Admin', codeEditing: false },
    'two@roles.example',
  );
  const editor = await signedIn(
    server,
    shop.id,
    { role: 'Editor', codeEditing: false },
    'three@roles.example',
  );
  const put = async (by: typeof first, id: string, role: string, codeEditing: boolean) =>
    (await by.ask('PUT', `${at}/${id}`, { role, codeEditing })).body?.code ?? 'done';

  for (const role of roles) assert.equal(await put(first, first.id, role, true), 'conflict');
  assert.equal(await put(plain, plain.id, 'Admin', true), 'conflict');
  assert.equal(await put(editor, editor.id, 'Admin', true), 'role_missing');
  assert.equal(await put(plain, editor.id, 'Editor', true), 'role_missing', 'gives code editing');
  assert.equal(await put(plain, first.id, 'Admin', false), 'role_missing', 'takes code editing');
  assert.equal((await plain.ask('DELETE', `${at}/${first.id}`)).status, 403);
  const invited = { email: 'x@roles.example', role: 'Admin', codeEditing: true };
  assert.equal((await plain.ask('POST', '/sites/roles/invitations', invited)).status, 403);
  assert.equal((await first.ask('DELETE', `${at}/${first.id}`)).status, 409, 'himself');
  assert.equal((await first.ask('DELETE', `${at}/nobody`)).status, 404);

  assert.equal(await put(plain, editor.id, 'Admin', false), 'done');
  assert.equal((await first.ask('DELETE', `${at}/${plain.id}`)).status, 204);
  assert.equal((await plain.ask('GET', at)).status, 401);
  const listed = (await first.ask('GET', at)).body.teammates;
  assert.deepEqual(
    listed.map(({ email, role }: { email: string; role: string }) => [email, role]),
    [
      ['one@roles.example', 'Admin'],
      ['three@roles.example', 'Admin'],
    ],
  );
});

test('when two Admins lower each other at once, one stays', async () => {
  const shop = await server.site('duel');
  const one = await signedIn(server, shop.id, admin, 'one@duel.example');
  const two = await signedIn(server, shop.id, admin, 'two@duel.example');
  const lower = (by: typeof one, id: string) =>
    by.ask('PUT', `/sites/duel/teammates/${id}`, { role: 'Viewer', codeEditing: false });
  const answers = await Promise.all([lower(one, two.id), lower(two, one.id)]);
  const statuses = answers.map(({ status }) => status).sort();
  assert.ok(statuses[0] === 204 && [401, 403, 404, 409].includes(statuses[1]!), String(statuses));
});

test('the operator gives a new password, and removes any teammate from a site', async () => {
  const shop = await server.site('operated');
  const lost = await signedIn(server, shop.id, admin, 'lost@operated.example');
  const snapshot = shop.snapshot();
  const { password: fresh } = await resetTeammate(ctx, snapshot, lost.email, 'test', {
    secondFactor: true,
  });
  assert.equal((await lost.ask('GET', '/session')).status, 401);
  assert.equal((await lost.signIn(lost.email)).status, 401);
  assert.equal((await lost.signIn(lost.email, fresh)).status, 200);
  await expelTeammate(ctx, snapshot, lost.email, 'test');
  assert.equal((await lost.ask('GET', '/session')).status, 401);
  await assert.rejects(expelTeammate(ctx, snapshot, lost.email, 'test'), { code: 'not_found' });
});

test('invitations of a teammate who is removed or lowered are void', async () => {
  const boss = await signedIn(server, site.id, admin, 'keeps@shop.example');
  const wanted = { role: 'Admin', codeEditing: true };
  const changes = {
    removed: (id: string) => boss.ask('DELETE', `/sites/test/teammates/${id}`),
    lowered: (id: string) =>
      boss.ask('PUT', `/sites/test/teammates/${id}`, { role: 'Viewer', codeEditing: false }),
    expelled: (id: string) =>
      expelTeammate(ctx, site.snapshot(), `${id.replace(/-.*/, '')}@shop.example`, 'test'),
  };
  for (const [how, change] of Object.entries(changes)) {
    const one = await signedIn(server, site.id, admin, `${how}@shop.example`);
    const invited = { email: `friend-of-${how}@shop.example`, ...wanted };
    const { link } = (await one.ask('POST', '/sites/test/invitations', invited)).body;
    const token = link.split('#token=')[1];
    assert.equal((await boss.ask('POST', '/invitation/read', { token })).status, 200);
    await change(one.id);
    assert.equal((await boss.ask('POST', '/invitation/read', { token })).status, 404, how);
  }
});
