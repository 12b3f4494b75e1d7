// URLs of several hosts, as PostgreSQL's documentation of libpq writes them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { hostsOf, nameOf } from './hosts.ts';

const namesIn = (url: string) => hostsOf(url).hosts.map(nameOf);

test('hosts are read before the database and as parameters, with their ports', () => {
  assert.deepEqual(namesIn('postgresql://u:p@one:5433,two,[2001:db8::1]:5434/attune'), [
    ...['one:5433', 'two:5432', '[2001:db8::1]:5434'],
  ]);
  assert.deepEqual(namesIn('postgres:///attune?host=/run/a,/run/b&port=5433&user=u'), [
    ...['/run/a:5433', '/run/b:5433'],
  ]);
  assert.deepEqual(namesIn('postgres:///attune?host=one,two&port=1,2'), ['one:1', 'two:2']);
  assert.deepEqual(namesIn('postgresql://%2Frun%2Fa,two/attune'), ['/run/a:5432', 'two:5432']);
});

test('what is not about hosts reaches the driver as it was', () => {
  const { url } = hostsOf('postgresql://u:p%2Cw@one,two:5433/attune?sslmode=verify-full');
  const { user, password, database, ssl } = new pg.Client(url);
  assert.deepEqual([user, password, database, Boolean(ssl)], ['u', 'p,w', 'attune', true]);
});

test('a URL of one host stays as it was written', () => {
  for (const url of ['postgres://u:p@one/attune', 'postgresql://localhost/a?host=/run/a&user=u']) {
    assert.equal(hostsOf(url).url, url);
  }
});

test('what Attune cannot do is refused in words that show no password', () => {
  const refused: readonly [string, RegExp][] = [
    ['postgresql://u:secret@one,two/a?target_session_attrs=any', /=any, but Attune writes/],
    ['postgresql://u:secret@one,two/a?target_session_attrs=standby', /needs the primary/],
    ['postgresql://u:secret@one,two/a?target_session_attrs=master', /unknown .* "master"/],
    ['postgresql://u:secret@one,two/a?load_balance_hosts=random', /load_balance_hosts/],
    ['postgresql://u:secret@one,/a', /one of which is empty/],
    ['postgresql://u:secret@one,two:0/a', /"0" is no port/],
    ['postgresql://u:secret@/a?host=one,two,three&port=1,2', /3 hosts, but 2 ports/],
    ['postgresql://u:secret@one,2001:db8::1/a', /is no port/],
    ['postgresql://u:secret@one/a?host=two,three', /leave one of them out/],
    ['mysql://u:secret@one/a', /must be an address/],
  ];
  for (const [url, words] of refused) {
    assert.throws(
      () => hostsOf(url),
      (error: Error) => {
        assert.match(error.message, words);
        assert.doesNotMatch(error.message, /secret/);
        return true;
      },
    );
  }
  for (const word of ['read-write', 'primary']) {
    assert.equal(hostsOf(`postgresql://one,two/a?target_session_attrs=${word}`).hosts.length, 2);
  }
});
