// What groups give, and what of claims is read: tables.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identityOf, isIncomplete } from './claims.ts';
import { membershipChanges } from './mapping.ts';

const rules = [
  { group: 'a', site: 'shop', role: 'Viewer', codeEditing: true },
  { group: 'b', site: 'shop', role: 'Admin', codeEditing: false },
  { group: 'c', site: '*', role: 'Editor', codeEditing: false },
] as const;
const sites = [
  { id: 1, name: 'shop' },
  { id: 2, name: 'news' },
];
const held = { siteId: 1, role: 'Admin', codeEditing: false, fromGroups: true } as const;

const given = (groups: string[], before: readonly (typeof held)[] = []) =>
  membershipChanges(rules, groups, sites, before).map(
    ({ siteId, after }) => `${siteId} ${after ? `${after.role} ${after.codeEditing}` : 'none'}`,
  );

test('of the rules that apply to a site the highest gives, and no two are added up', () => {
  assert.deepEqual(given(['a', 'b']), ['1 Admin false']);
  assert.deepEqual(given(['a', 'c']), ['1 Editor false', '2 Editor false']);
  assert.deepEqual(given(['A', 'none']), []);
});

test('only what differs changes, and only what groups gave', () => {
  assert.deepEqual(given(['b'], [held]), []);
  assert.deepEqual(given(['a'], [held]), ['1 Viewer true']);
  assert.deepEqual(given([], [held]), ['1 none']);
  const byHand = { ...held, fromGroups: false };
  assert.deepEqual(membershipChanges(rules, ['a'], sites, [byHand]), []);
  assert.deepEqual(membershipChanges([], [], sites, [held]), [], 'without rules');
});

const read = { issuer: 'https://id.example', groupsClaim: 'groups', trustsEmail: false };
const claims = { sub: '1', email: 'Ann@Shop.example', email_verified: true };

test('groups are read from lists, texts and objects, also inside of other claims', () => {
  const groupsIn = (groupsClaim: string, more: object) =>
    identityOf({ ...read, groupsClaim }, { ...claims, ...more }).groups;
  assert.deepEqual(groupsIn('groups', { groups: ['a', 1, 'b'] }), ['a', 'b']);
  assert.deepEqual(groupsIn('groups', { groups: 'a' }), ['a']);
  assert.deepEqual(groupsIn('urn:roles', { 'urn:roles': { a: {}, b: {} } }), ['a', 'b']);
  assert.deepEqual(groupsIn('realm.roles', { realm: { roles: ['a'] } }), ['a']);
  assert.deepEqual(groupsIn('https://a.b/c', { 'https://a.b/c': ['a'] }), ['a']);
  assert.deepEqual(groupsIn('constructor.name', {}), []);
  assert.deepEqual(groupsIn('groups', {}), []);
});

test('an address counts where the provider, or the operator, vouches for it', () => {
  const emailOf = (more: object, trustsEmail = false) =>
    identityOf({ ...read, trustsEmail }, { ...claims, ...more }).email;
  assert.equal(emailOf({}), 'ann@shop.example');
  assert.equal(emailOf({ email_verified: 'true' }), 'ann@shop.example');
  for (const email_verified of [false, 'false', undefined, 1, null]) {
    assert.equal(emailOf({ email_verified }), undefined);
    assert.equal(emailOf({ email_verified }, true), 'ann@shop.example');
  }
  for (const email of ['ann', 'a b@c.example', 'a@b@c', 7, ''])
    assert.equal(emailOf({ email }), undefined);
  assert.equal(isIncomplete(read, claims), true);
  assert.equal(isIncomplete(read, { ...claims, groups: [] }), false);
});
