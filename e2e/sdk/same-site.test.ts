// A shop of files alone behind nginx: its visitor's cookie is one that the server has set.
import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { testServer } from '../../packages/server/src/testing.ts';
import { runNginx, skipNginx, temporaryIn } from '../proxy/nginx.ts';
import { makeFolder, projectRoot } from '../support/attune.ts';
import { freePort } from '../support/free-port.ts';

test('nginx passes on what a page sends, and sets the cookie of its visitor again', {
  skip: skipNginx,
}, async () => {
  const server = await testServer();
  after(server.close);
  const folder = await makeFolder('same-site');
  const port = await freePort();
  await mkdir(join(folder, 'shop'));
  await writeFile(join(folder, 'shop/index.html'), 'Shop');
  await chmod(folder, 0o755);
  const shipped = await readFile(join(projectRoot, 'deploy/shop-nginx.conf'), 'utf8');
  const config = shipped
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('/var/www/shop', join(folder, 'shop'))
    .replace('http://127.0.0.1:8080/', `${server.url.replace('localhost', '127.0.0.1')}/`)
    .replace(
      /^http \{$/m,
      `error_log ${join(folder, 'error.log')};\n${temporaryIn(folder)}\n    access_log off;`,
    );
  after(await runNginx(config, folder, port));

  const url = `http://127.0.0.1:${port}`;
  assert.equal(await (await fetch(url)).text(), 'Shop');
  const key = await server.test.key(['serve'], 'Client-side');
  const choose = async (cookie: string) => {
    const headers = { 'svc-api-key': key, 'content-type': 'application/json', cookie };
    const init = { method: 'POST', headers, body: '{"selector":{"names":["hero"]}}' };
    const response = await fetch(`${url}/attune/v2/serve/user/choose`, init);
    assert.equal(response.status, 200);
    return response.headers.getSetCookie();
  };
  const expected = '_svcid_server=-42; Path=/; Max-Age=31556926; SameSite=Lax; Secure';
  assert.deepEqual(await choose('a=b; _svcid_server=-42; c=d'), [expected]);
  for (const cookie of ['', '_svcid_server=', '_svcid_server=a,Domain=evil.example']) {
    assert.deepEqual(await choose(cookie), []);
  }
  assert.match(await (await fetch(`${url}/attune/sdk.js`)).text(), /createVisitor/);
});
