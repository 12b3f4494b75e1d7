// People are called by what the site calls them, and never by nineteen digits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayUser, sayUserType } from './say-user.ts';

test('a user is called by the site’s name, a hash is cut, an anonymous one is told apart', () => {
  const id = '-4350463893986789401';
  assert.equal(sayUser(id, { type: 'external', value: 'ann-1' }), 'ann-1');
  assert.equal(sayUser(id, { type: 'he', value: 'ab12cd34ef'.repeat(6) }), 'ab12cd34…');
  assert.equal(sayUser(id, null), 'Anonymous visitor · 37e7');
  assert.equal(sayUser('10', null), 'Anonymous visitor · 000a');
  assert.notEqual(sayUser('10', null), sayUser('11', null));
});

test('types are said in words, a site’s own by its name', () => {
  assert.deepEqual(['he', 'external', 'loyalty'].map(sayUserType), [
    'hashed e-mail',
    'external ID',
    'loyalty',
  ]);
});
