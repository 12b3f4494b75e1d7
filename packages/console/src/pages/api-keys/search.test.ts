// A key that is pasted into the search is found, and not sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchOf } from './search.ts';

test('of a pasted value only the beginning is sent, other text as it is', () => {
  assert.equal(searchOf(` svc_s_${'3fGh'.repeat(9)} `), 'svc_s_3fGh');
  assert.equal(searchOf(`key=svc_c_${'Ab12'.repeat(9)};`), 'key=svc_c_Ab12;');
  assert.equal(searchOf('svc_s_3f'), 'svc_s_3f');
  assert.equal(searchOf(' web shop '), 'web shop');
});
