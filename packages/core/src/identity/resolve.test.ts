// Who an event belongs to: devices that are shared, people with several names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Directory, resolveIdentity } from './resolve.ts';

const mint = ({ type, value }: { type: string; value: string }) => `person ${type} ${value}`;
const ann = { type: 'external', value: 'ann' };
const bob = { type: 'external', value: 'bob' };
const annsMail = { type: 'he', value: 'aa' };
const empty = (): Directory => ({
  ...{ people: new Map(), devices: new Map(), drawn: new Map() },
  personIds: new Set(),
});
const see = (directory: Directory, device: string | undefined, ...identifiers: (typeof ann)[]) =>
  resolveIdentity(directory, { device, identifiers, at: 1, isDraw: false }, mint);

test('a device that nobody signed in on is a user by itself', () => {
  assert.deepEqual(see(empty(), '1'), {
    ...{ userId: '1', device: '1' },
    personId: undefined,
  });
});

test('a person without a device has their own profile', () => {
  assert.deepEqual(see(empty(), undefined, ann), {
    userId: 'person external ann',
    device: undefined,
    personId: 'person external ann',
  });
});

test("a device's anonymous past goes to its first person, and what they do stays on it", () => {
  const directory = empty();
  assert.equal(see(directory, '1').userId, '1');
  assert.equal(see(directory, '1', ann).userId, '1');
  assert.equal(see(directory, '1').personId, 'person external ann');
  assert.equal(directory.devices.get('1')?.owner, 'person external ann');
});

test('a second person on a device gets neither the past nor the profile of the first', () => {
  const directory = empty();
  see(directory, '1', ann);
  assert.equal(see(directory, '1', bob).userId, 'person external bob');
  assert.equal(see(directory, '1').userId, 'person external bob');
  assert.equal(directory.devices.get('1')?.owner, 'person external ann');
  assert.equal(see(directory, '1', ann).userId, '1');
});

test('what a person is drawn by is the same in whatever order observations are worked off', () => {
  const observations = [
    { device: '1', identifiers: [ann], at: 5, isDraw: true },
    { device: '2', identifiers: [ann], at: 3, isDraw: false },
    { device: '1', identifiers: [ann], at: 9, isDraw: true },
    { device: '2', identifiers: [], at: 1, isDraw: true },
    { device: undefined, identifiers: [ann], at: 4, isDraw: true },
    { device: undefined, identifiers: [ann], at: 2, isDraw: false },
    { device: undefined, identifiers: [ann], at: 8, isDraw: true },
  ];
  const all = fc.shuffledSubarray(observations, { minLength: observations.length });
  fc.assert(
    fc.property(all, (order) => {
      const directory = empty();
      for (const one of order) resolveIdentity(directory, one, mint);
      const since = [...directory.devices].map(([id, device]) => [id, device.since]).sort();
      assert.deepEqual(since, [
        ['1', 5],
        ['2', 3],
      ]);
      assert.deepEqual([...directory.drawn], [['person external ann', 4]]);
    }),
  );
});

test('on a device of another, a person is drawn by themselves', () => {
  const directory = empty();
  see(directory, '1', ann);
  const later = { device: '1', identifiers: [bob], at: 7, isDraw: true };
  resolveIdentity(directory, later, mint);
  assert.deepEqual([...directory.drawn], [['person external bob', 7]]);
  assert.equal(directory.devices.get('1')?.since, 1);
});

test('a new name joins the person that it is seen with', () => {
  const directory = empty();
  see(directory, undefined, ann, annsMail);
  assert.equal(see(directory, '7', annsMail).personId, 'person external ann');
});

test('an unknown main name joins the person of a known further name', () => {
  const directory = empty();
  see(directory, undefined, annsMail);
  assert.equal(see(directory, undefined, ann, annsMail).personId, 'person he aa');
});

test('two known people are never merged', () => {
  const directory = empty();
  see(directory, undefined, ann);
  see(directory, undefined, annsMail);
  assert.equal(see(directory, undefined, ann, annsMail).personId, 'person external ann');
  assert.equal(see(directory, undefined, annsMail).personId, 'person he aa');
});

test('what a decision settled stays: the person himself, and nothing is learned', () => {
  const directory = empty();
  const sighting = { device: undefined, identifiers: [], person: '9', at: 1, isDraw: true };
  const { userId, personId } = resolveIdentity(directory, sighting, mint);
  assert.deepEqual([userId, personId], ['9', '9']);
  assert.deepEqual(directory, empty());
});

test("a person's id is not taken for a device: nothing joins the person, and their profile is not entered", () => {
  const directory: Directory = { ...empty(), personIds: new Set(['42']) };
  assert.notEqual(see(directory, '42').userId, '42');
  assert.equal(see(directory, '42').userId, see(directory, '42').userId);
  see(directory, '42', ann);
  assert.equal(directory.devices.has('42'), false);
});
