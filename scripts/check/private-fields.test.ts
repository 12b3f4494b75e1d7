// Private fields of others, in each of the forms in which code reaches for them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { privateFieldsIn } from './private-fields.ts';

/** The names that are found in a text. */
const namesIn = (text: string) =>
  privateFieldsIn('a.ts', text).map((fault) => /"(.*)"/.exec(fault)?.[1]);

test('a private field is found however it is reached', () => {
  const forms = ['socket._handle', "socket['_handle']", 'const { _handle } = socket'];
  const others = ['const { _handle: own } = socket', 'f(({ _handle }) => 1)', 'socket?._handle'];
  for (const text of [...forms, ...others]) assert.deepEqual(namesIn(text), ['_handle'], text);
  assert.deepEqual(namesIn('process._getActiveHandles()'), ['_getActiveHandles']);
  assert.deepEqual(privateFieldsIn('a.ts', '\nfoo(socket._handle);'), [
    `a.ts:2 "_handle" is a private field: use what is documented`,
  ]);
});

test("what is Node's own is found: hooks, symbols and bindings", () => {
  assert.deepEqual(namesIn('handle.onconnection = take'), ['onconnection']);
  assert.deepEqual(namesIn("server.rawListeners('request')"), ['rawListeners']);
  assert.deepEqual(namesIn('Object.getOwnPropertySymbols(server)'), ['getOwnPropertySymbols']);
  assert.deepEqual(namesIn("process.binding('tcp_wrap')"), ['process.binding']);
  assert.deepEqual(namesIn('server[kConnections]'), ['kConnections']);
  assert.deepEqual(namesIn('handle[owner_symbol]'), ['owner_symbol']);
  assert.deepEqual(namesIn("spawn(node, ['--expose-internals'])"), [`--expose${'-internals'}`]);
  assert.deepEqual(namesIn("import 'internal/http'"), [`internal${'/http'}`]);
});

test('other names with an underscore are no private fields', () => {
  const wire = ['cookies._svcid_server', "cookies['_svcjsession']", "{ _svcid: '1' }"];
  const own = [
    'const _ = 1',
    'map((_, at) => at)',
    'const { A: _, ...rest } = env',
    'a.snake_case',
  ];
  const data = ["{ $in: ['_handle'] }", 'row.site_id', "'text with _handle'", 'this.#handle'];
  const near = ['a.binding', 'on.connection', 'rows[key]', 'k[KEY]', '// socket._handle'];
  for (const text of [...wire, ...own, ...data, ...near]) {
    assert.deepEqual(namesIn(`x = ${text}`), [], text);
  }
});
