// Devices that signed in before, and tries that others send meanwhile: through HTTP.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eventually, testServer } from '../../../testing.ts';
import { openDevices } from './devices.ts';
import { codeOf, consoleBrowser, makeTeammate, password, signedIn } from './teammates.fixture.ts';

const server = await testServer(
  { api: true, worker: false },
  { env: { TRUSTED_PROXIES: '127.0.0.1' } },
);
after(server.close);
const { ctx, url, test: site } = server;
const admin = { role: 'Admin', codeEditing: true } as const;
const devicePrefix = '__Host-attune.device.';

/** A browser whose requests come from an address, as the proxy in front says. */
function browserAt(address: string) {
  const browser = consoleBrowser(url);
  const signIn = (email: string, given = password) =>
    browser.ask('POST', '/sign-in', { email, password: given }, { 'x-forwarded-for': address });
  return { ...browser, signIn };
}

const deviceOf = ({ cookies }: Pick<ReturnType<typeof consoleBrowser>, 'cookies'>) =>
  [...cookies].find(([name]) => name.startsWith(devicePrefix));

test('eight addresses that try without a pause keep neither a known nor a new device out', async () => {
  const email = 'ann@shop.example';
  await makeTeammate(ctx, email, { [site.id]: admin });
  const known = browserAt('192.0.2.1');
  assert.equal((await known.signIn(email)).status, 200);
  await known.ask('POST', '/sign-out');

  let isOver = false;
  const statuses = new Map<number, number>();
  const attackers = Array.from({ length: 8 }, async (_, at) => {
    const browser = browserAt(`192.0.2.${at + 1}`);
    while (!isOver) {
      const { status } = await browser.signIn(email, 'a guess');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  // Until every address has used up what it may try of the teammate.
  await eventually(async () => (statuses.get(429) ?? 0) > 100);
  // From the network of one of them.
  assert.equal((await known.signIn(email)).status, 200, 'at first try');
  const began = performance.now();
  const { status, headers } = await browserAt('198.51.100.1').signIn(email);
  assert.equal(status, 200);
  assert.ok(performance.now() - began < 10_000);
  assert.ok(headers.getSetCookie().some((cookie) => cookie.startsWith(devicePrefix)));
  isOver = true;
  await Promise.all(attackers);
  assert.ok((statuses.get(401) ?? 0) <= 82, 'few were checked');
});

test('a device is known once the second factor is proved, and not before', async () => {
  const one = await signedIn(server, site.id, admin, 'bea@shop.example');
  const { secret } = (await one.ask('POST', '/second-factor', { password })).body;
  await one.ask('POST', '/second-factor/confirm', { code: codeOf(secret) });
  const browser = consoleBrowser(url);
  await browser.signIn(one.email);
  assert.equal(deviceOf(browser), undefined);
  await browser.ask('POST', '/sign-in/second-factor', { code: codeOf(secret, 1) });
  assert.ok(deviceOf(browser));
});

test('the cookie of a device opens nothing, is of one teammate, and cannot be made', async () => {
  const browser = consoleBrowser(url);
  await makeTeammate(ctx, 'cleo@shop.example');
  const { headers } = await browser.signIn('cleo@shop.example');
  const [name, value] = deviceOf(browser)!;
  const [cookie] = headers.getSetCookie().filter((one) => one.startsWith(devicePrefix));
  for (const part of ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Strict', 'Max-Age=15552000']) {
    assert.ok(cookie?.includes(part), `${cookie} lacks ${part}`);
  }
  const other = consoleBrowser(url);
  other.cookies.set(name, value);
  assert.equal((await other.ask('GET', '/session')).status, 401);

  const devices = openDevices(ctx);
  const from = (text: string) => devices.of(new Headers({ cookie: `${name}=${text}` }));
  assert.deepEqual(
    from(value).map(({ teammateId }) => teammateId),
    ['cleo-shop-example'],
  );
  for (const forged of [value.replace('cleo', 'dora'), `${value}x`, '', 'a.b.c.d']) {
    assert.deepEqual(from(forged), [], forged);
  }
  const later = openDevices({ ...ctx, now: () => ctx.now() + 181 * 86_400_000 });
  assert.deepEqual(later.of(new Headers({ cookie: `${name}=${value}` })), [], 'half a year later');
});

test('a device keeps its id, so that signing in again gives it no further tries', async () => {
  await makeTeammate(ctx, 'dora@shop.example');
  const browser = consoleBrowser(url);
  const idOf = () => deviceOf(browser)?.[1].split('.')[0];
  await browser.signIn('dora@shop.example');
  const first = idOf();
  await browser.signIn('dora@shop.example');
  assert.equal(idOf(), first);
});
